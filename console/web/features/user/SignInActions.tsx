import type { User } from '#schemas/user/user.ts';
import { Button } from '#web/ui/button/Button.tsx';
import type { useUserActions } from './use-user-actions.ts';
import { useUserTexts } from './texts/en.ts';

interface Props {
  readonly user: User;
  /** Why these actions are disabled. */
  readonly disabledReason: string | undefined;
  readonly send: ReturnType<typeof useUserActions>['send'];
}

/** Actions on the sign-in method and sessions of a user. */
export function SignInActions({ user, disabledReason, send }: Props) {
  const text = useUserTexts();
  const elsewhere = user.signsInElsewhere ? text('elsewhere') : undefined;
  const noFactor = user.secondFactor ? undefined : text('noFactor');
  return (
    <>
      <Button disabledReason={disabledReason ?? elsewhere} onClick={() => send({ type: 'renew' })}>
        {text('newPassword')}
      </Button>
      <Button
        disabledReason={disabledReason}
        onClick={() => send({ type: 'change method', elsewhere: !user.signsInElsewhere })}
      >
        {text(user.signsInElsewhere ? 'toHere' : 'toElsewhere')}
      </Button>
      <Button disabledReason={disabledReason ?? noFactor} onClick={() => send({ type: 'remove factor' })}>
        {text('removeFactor')}
      </Button>
      <Button disabledReason={disabledReason} onClick={() => send({ type: 'end sessions' })}>
        {text('endSessions')}
      </Button>
    </>
  );
}

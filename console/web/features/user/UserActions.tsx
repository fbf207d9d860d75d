import { deleteUser } from '#schemas/user/routes.ts';
import type { User } from '#schemas/user/user.ts';
import { warningText } from '#schemas/problem/warning.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { SignInActions } from './SignInActions.tsx';
import { useUserActions } from './use-user-actions.ts';
import { useUserTexts } from './texts/en.ts';

interface Props {
  readonly user: User;
  readonly onEdit: () => void;
  readonly onPassword: (password: string) => void;
  readonly onDeleted: () => void;
}

type Lock = ReturnType<typeof useUserActions>;

/** The confirmation of the current state, if any. */
function Query({ lock: { state, send }, user }: { readonly lock: Lock; readonly user: User }) {
  const text = useUserTexts();
  const language = useLanguage();
  const { username } = user;
  const way = user.signsInElsewhere ? 'toHere' : 'toElsewhere';
  const queries = [
    ['confirming lock', text('lockTitle', { username }), text('lockConsequence'), text('lock')],
    [
      'warning',
      text('unlockTitle', { username }),
      warningText('UNLOCKED_WITHOUT_PASSWORD', language),
      text('unlock'),
    ],
    [
      'confirming password',
      text('passwordTitle', { username }),
      text('passwordConsequence'),
      text('newPassword'),
    ],
    [
      'confirming method',
      text(`${way}Title`, { username }),
      text(`${way}Consequence`, { username }),
      text(way),
    ],
    [
      'confirming factor removal',
      text('factorTitle', { username }),
      text('factorConsequence'),
      text('removeFactor'),
    ],
    [
      'confirming session end',
      text('sessionsTitle', { username }),
      text('sessionsConsequence'),
      text('endSessions'),
    ],
    ['confirming delete', text('deleteTitle', { username }), text('deleteConsequence'), text('delete')],
  ] as const;
  return queries.map(([when, title, consequence, action]) => (
    <ConfirmDialog
      key={when}
      title={title}
      consequence={consequence}
      action={action}
      open={state.matches(when)}
      onConfirm={() => send({ type: 'confirm' })}
      onClose={() => send({ type: 'cancel' })}
    />
  ));
}

/** The actions on a user; disabled buttons give their reason. */
export function UserActions({ user, onEdit, onPassword, onDeleted }: Props) {
  const text = useUserTexts();
  const language = useLanguage();
  const session = useSession();
  const lock = useUserActions({ user, onPassword, onDeleted });
  const { state, send } = lock;
  const right = useDisabledReason(deleteUser);
  const disabledReason = right ?? (user.exceedsOwn ? text('exceedsOwn') : undefined);
  const own = session.user.id === user.id ? text('ownAccount') : undefined;
  const busy = state.hasTag('busy');
  const { problem } = state.context;
  return (
    <>
      <div className="tt-user-actions">
        <Button kind="primary" disabledReason={disabledReason} onClick={onEdit}>
          {text('edit')}
        </Button>
        {user.lock === null ? (
          <Button busy={busy} disabledReason={disabledReason ?? own} onClick={() => send({ type: 'lock' })}>
            {text('lock')}
          </Button>
        ) : (
          <Button busy={busy} disabledReason={disabledReason} onClick={() => send({ type: 'unlock' })}>
            {text('unlock')}
          </Button>
        )}
        <SignInActions user={user} disabledReason={disabledReason ?? own} send={send} />
        <Button kind="danger" disabledReason={disabledReason ?? own} onClick={() => send({ type: 'remove' })}>
          {text('delete')}
        </Button>
      </div>
      {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      <Query lock={lock} user={user} />
    </>
  );
}

import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { fromPromise, type SnapshotFrom } from 'xstate';
import { checkResetLink, resetPassword } from '#schemas/account/password-routes.ts';
import { ApiProblem, sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { problemSentence } from '#web/kernel/api/problem-texts.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { isRejectedInput } from './is-rejected-input.ts';
import { NewPassword } from './NewPassword.tsx';
import { resetMachine, type Chosen } from './reset.machine.ts';
import { SignedOutLink, useSignedOutNeeds } from '../signed-out-needs.tsx';
import { SignInFrame } from '../sign-in/SignInFrame.tsx';
import { useAccountTexts } from '../texts/en.ts';
import { withCsrf } from '../sign-in/with-csrf.ts';

async function orOver<Value>(work: () => Promise<Value>): Promise<Value | 'over'> {
  try {
    return await withCsrf(work);
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.code === 'RESET_LINK_EXPIRED') return 'over';
    throw problem;
  }
}

const machine = resetMachine.provide({
  actors: {
    'look at the link': fromPromise(({ input: token }: { input: string }) =>
      orOver(() => call(checkResetLink, { body: { token } })),
    ),
    'save the password': fromPromise(({ input }: { input: Chosen }) =>
      orOver(async () => {
        await call(resetPassword, { body: input });
        return 'saved' as const;
      }),
    ),
  },
});

/** The token is in the fragment, which no server sees, and is removed from the address at once, so that no history keeps it. */
function useToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname);
  }, []);
  return token === '' ? 'none' : token;
}

type Send = (
  event: { type: 'enter'; name: 'newPassword' | 'confirmation'; value: string } | { type: 'submit' },
) => void;

function ResetForm({
  state,
  send,
}: {
  readonly state: SnapshotFrom<typeof resetMachine>;
  readonly send: Send;
}) {
  const text = useAccountTexts();
  const language = useLanguage();
  const { link, entered, missing, problem } = state.context;
  if (link === undefined) return null;
  return (
    <Form
      label={text('resetTitle')}
      onSubmit={() => send({ type: 'submit' })}
      actions={
        <Button kind="primary" type="submit" wide busy={state.hasTag('busy')}>
          {text('savePassword')}
        </Button>
      }
    >
      {problem !== undefined && !isRejectedInput(problem) && (
        <Banner tone="bad">{sentenceOf(problem, language)}</Banner>
      )}
      <p className="tt-sign-in-hint">{text('resetFor', { username: link.username })}</p>
      <input type="text" hidden readOnly autoComplete="username" value={link.username} />
      <NewPassword
        policy={link.policy}
        username={link.username}
        password={entered.newPassword}
        confirmation={entered.confirmation}
        missing={missing}
        problem={problem}
        onPassword={(value) => send({ type: 'enter', name: 'newPassword', value })}
        onConfirmation={(value) => send({ type: 'enter', name: 'confirmation', value })}
      />
    </Form>
  );
}

/** Sets a new password with the link of an e-mail. */
export function ResetPasswordPage() {
  const text = useAccountTexts();
  const language = useLanguage();
  const { open } = useSignedOutNeeds();
  const token = useToken();
  const [state, send] = useMachine(machine, { input: { token } });
  const isSaved = state.matches('saved');
  useEffect(() => {
    if (isSaved) open('/sign-in?reason=password-changed');
  }, [isSaved, open]);
  return (
    <SignInFrame title={text('resetTitle')}>
      {state.matches('over') && (
        <>
          <Banner tone="bad">{problemSentence('RESET_LINK_EXPIRED', language, {})}</Banner>
          <SignedOutLink to="/forgotten-password">{text('newLink')}</SignedOutLink>
        </>
      )}
      {state.matches('unavailable') && (
        <>
          <Banner tone="bad">{sentenceOf(state.context.problem, language)}</Banner>
          <Button wide onClick={() => send({ type: 'retry' })}>
            {text('tryAgain')}
          </Button>
        </>
      )}
      {state.hasTag('form') && <ResetForm state={state} send={send} />}
    </SignInFrame>
  );
}

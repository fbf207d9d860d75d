import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { requestPasswordReset } from '#schemas/account/password-routes.ts';
import { RESET_LINK_MS } from '#schemas/limit/account.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { forgottenMachine } from './forgotten.machine.ts';
import { SignedOutLink } from '../signed-out-needs.tsx';
import { SignInFrame } from '../sign-in/SignInFrame.tsx';
import { useAccountTexts } from '../texts/en.ts';
import { withCsrf } from '../sign-in/with-csrf.ts';

function useForgotten() {
  const language = useLanguage();
  const machine = useMemo(
    () =>
      forgottenMachine.provide({
        actors: {
          'request a link': fromPromise(async ({ input: login }: { input: string }) => {
            await withCsrf(() => call(requestPasswordReset, { body: { login, language } }));
          }),
        },
      }),
    [language],
  );
  return useMachine(machine);
}

function ForgottenForm() {
  const text = useAccountTexts();
  const language = useLanguage();
  const [state, send] = useForgotten();
  const input = useRef<HTMLInputElement>(null);
  const { login, isMissing, problem } = state.context;
  useEffect(() => {
    if (isMissing || problem !== undefined) input.current?.focus();
  }, [isMissing, problem]);
  useEffect(() => input.current?.focus(), []);
  if (state.matches('sent'))
    return <Banner tone="info">{text('linkSent', { minutes: RESET_LINK_MS / MINUTE_MS })}</Banner>;
  return (
    <Form
      label={text('forgottenTitle')}
      onSubmit={() => send({ type: 'submit' })}
      actions={
        <Button kind="primary" type="submit" wide busy={state.hasTag('busy')}>
          {text('sendLink')}
        </Button>
      }
    >
      {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      <p className="tt-sign-in-hint">{text('forgottenHint')}</p>
      <TextField
        ref={input}
        label={text('login')}
        name="username"
        autoComplete="username"
        value={login}
        error={isMissing ? text('loginMissing') : undefined}
        onChange={(value) => send({ type: 'enter', value })}
      />
    </Form>
  );
}

/** Requests a link to choose a new password. */
export function ForgottenPasswordPage() {
  const text = useAccountTexts();
  return (
    <SignInFrame title={text('forgottenTitle')}>
      <ForgottenForm />
      <SignedOutLink to="/sign-in">{text('cancel')}</SignedOutLink>
    </SignInFrame>
  );
}

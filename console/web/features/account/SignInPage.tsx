import { useEffect, useMemo, useRef } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { localPath } from '#schemas/account/local-path.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { LanguageMenu, ThemeMenu } from '#web/kernel/shell/HeaderMenus.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/Form.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { TextField } from '#web/ui/TextField.tsx';

import { signInWith } from './sign-in-actors.ts';
import { SignInThreads } from './SignInThreads.tsx';
import { useAccountTexts } from './use-account-texts.ts';
import './sign-in.css';

const route = getRouteApi('/sign-in');

function useSignIn() {
  const queries = useQueryClient();
  const router = useRouter();
  const { next } = route.useSearch();
  const machine = useMemo(() => signInWith(queries), [queries]);
  const [state, send] = useMachine(machine);
  useEffect(() => {
    if (state.matches('signed in')) router.history.push(localPath(next));
  }, [state, router, next]);
  return { state, send };
}

/** Why the user is here again. */
function Reason({ reason }: { readonly reason: 'expired' | 'not-signed-out' | undefined }) {
  const text = useAccountTexts();
  if (reason === 'expired') return <Banner tone="info">{text('expired')}</Banner>;
  return reason === undefined ? null : <Banner tone="warning">{text('notSignedOut')}</Banner>;
}

function SignInForm() {
  const text = useAccountTexts();
  const language = useLanguage();
  const { reason } = route.useSearch();
  const { state, send } = useSignIn();
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { entered, missing, problem } = state.context;
  const shown = state.hasTag('form');
  useEffect(() => {
    if (missing.includes('username')) username.current?.focus();
    else if (missing.includes('password') || problem !== undefined) password.current?.focus();
  }, [missing, problem]);
  useEffect(() => {
    if (shown) username.current?.focus();
  }, [shown]);
  if (state.matches('unavailable'))
    return (
      <>
        <Banner tone="bad">{sentenceOf(problem, language)}</Banner>
        <Button wide onClick={() => send({ type: 'retry' })}>
          {text('tryAgain')}
        </Button>
      </>
    );
  return (
    <Form
      label={text('form')}
      onSubmit={() => send({ type: 'submit' })}
      actions={
        <Button kind="primary" type="submit" wide busy={state.hasTag('busy')}>
          {text('signIn')}
        </Button>
      }
    >
      {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      {problem === undefined && <Reason reason={reason} />}
      <TextField
        ref={username}
        label={text('username')}
        name="username"
        autoComplete="username"
        value={entered.username}
        error={missing.includes('username') ? text('usernameMissing') : undefined}
        onChange={(value) => send({ type: 'enter', name: 'username', value })}
      />
      <PasswordField
        ref={password}
        label={text('password')}
        autoComplete="current-password"
        value={entered.password}
        error={missing.includes('password') ? text('passwordMissing') : undefined}
        onChange={(value) => send({ type: 'enter', name: 'password', value })}
      />
    </Form>
  );
}

/** The first page anybody sees: the lamp, one form, nothing else. */
export function SignInPage() {
  const text = useAccountTexts();
  return (
    <div className="tt-sign-in">
      <SignInThreads />
      <main className="tt-sign-in-card">
        <div className="tt-sign-in-brand">
          <Logo size={44} glow />
          <span className="tt-sign-in-name">Telltale</span>
          <p>{text('claim')}</p>
        </div>
        <h1 className="tt-hidden">{text('title')}</h1>
        <SignInForm />
      </main>
      <footer className="tt-sign-in-footer">
        <LanguageMenu signedIn={false} />
        <ThemeMenu />
      </footer>
    </div>
  );
}

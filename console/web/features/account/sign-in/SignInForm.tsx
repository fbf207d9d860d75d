import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { ProblemCode } from '#schemas/problem/catalogue.ts';
import { basePath } from '#web/lib/base-path.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { problemSentence } from '#web/kernel/api/problem-texts.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { SignedOutLink } from '../signed-out-needs.tsx';
import type { SignInSearch } from './sign-in-search.ts';
import type { signInMachine, SignInMethods } from './sign-in.machine.ts';
import { useAccountTexts } from '../texts/en.ts';

interface Props {
  readonly state: SnapshotFrom<typeof signInMachine>;
  readonly send: (
    event: { type: 'enter'; name: 'username' | 'password'; value: string } | { type: 'submit' },
  ) => void;
  readonly reason: SignInSearch['reason'];
  /** Problem of a sign-in at an identity provider. */
  readonly rejection: ProblemCode | undefined;
  /** Address after sign-in. */
  readonly next: string;
  /** The user who signs in again over their page: no other may, and a provider opens in a window of its own. */
  readonly again?: string;
}

const reasons = { expired: 'expired', 'password-changed': 'passwordChanged' } as const;

/** Why the user was returned to this page. */
function Notice({ state, reason, rejection }: Pick<Props, 'state' | 'reason' | 'rejection'>): ReactNode {
  const text = useAccountTexts();
  const language = useLanguage();
  const { problem } = state.context;
  if (problem !== undefined) return <Banner tone="bad">{sentenceOf(problem, language)}</Banner>;
  if (rejection !== undefined) return <Banner tone="bad">{problemSentence(rejection, language, {})}</Banner>;
  if (reason === 'not-signed-out') return <Banner tone="warning">{text('notSignedOut')}</Banner>;
  return reason === undefined ? null : <Banner tone="info">{text(reasons[reason])}</Banner>;
}

function PasswordForm({ state, send, again }: Pick<Props, 'state' | 'send' | 'again'>) {
  const text = useAccountTexts();
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const { entered, missing, problem } = state.context;
  useEffect(() => {
    if (missing.includes('username')) username.current?.focus();
    else if (missing.includes('password') || problem !== undefined) password.current?.focus();
  }, [missing, problem]);
  useEffect(() => (username.current ?? password.current)?.focus(), []);
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
      {again === undefined ? (
        <TextField
          ref={username}
          label={text('username')}
          name="username"
          autoComplete="username"
          value={entered.username}
          error={missing.includes('username') ? text('usernameMissing') : undefined}
          onChange={(value) => send({ type: 'enter', name: 'username', value })}
        />
      ) : (
        // Names the account for password managers.
        <input type="text" hidden readOnly autoComplete="username" value={again} />
      )}
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

interface OtherProps {
  readonly providers: SignInMethods['providers'];
  readonly next: string;
  readonly inWindow: boolean;
}

/** The page stays. Without a window, which the browser may refuse, the link opens a tab. */
function openWindow(event: MouseEvent<HTMLAnchorElement>): void {
  const opened = window.open(event.currentTarget.href, 'telltale-sign-in', 'popup,width=560,height=720');
  if (opened !== null) event.preventDefault();
}

/** Identity providers as links, since the browser leaves the console. */
function OtherProviders({ providers, next, inWindow }: OtherProps) {
  const text = useAccountTexts();
  const language = useLanguage();
  const query = new URLSearchParams({ next, language }).toString();
  return (
    <ul className="tt-sign-in-providers">
      {providers.map(({ name, address }) => (
        <li key={address}>
          <a
            className="tt-button"
            data-wide="true"
            data-kind="primary"
            href={`${basePath()}${address ?? ''}?${query}`}
            {...(inWindow && { target: '_blank', rel: 'noopener', onClick: openWindow })}
          >
            {text('signInWith', { name })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Sign-in methods: identity providers first; the password then needs one more click. */
export function SignInForm({ state, send, reason, rejection, next, again }: Props) {
  const text = useAccountTexts();
  const others = state.context.methods.providers.filter(({ address }) => address !== undefined);
  const [withPassword, setWithPassword] = useState(false);
  const isShown = others.length === 0 || withPassword || state.context.problem !== undefined;
  return (
    <div className="tt-sign-in-methods">
      <Notice state={state} reason={reason} rejection={rejection} />
      {others.length > 0 && <OtherProviders providers={others} next={next} inWindow={again !== undefined} />}
      {others.length > 0 && isShown && <p className="tt-sign-in-or">{text('or')}</p>}
      {isShown ? (
        <>
          <PasswordForm state={state} send={send} {...(again !== undefined && { again })} />
          {again === undefined && <SignedOutLink to="/forgotten-password">{text('forgotten')}</SignedOutLink>}
        </>
      ) : (
        <Button wide onClick={() => setWithPassword(true)}>
          {text('withPassword')}
        </Button>
      )}
    </div>
  );
}

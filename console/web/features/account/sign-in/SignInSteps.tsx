import { useEffect, useRef, type ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { formatDate } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { isRejectedInput } from '../password/is-rejected-input.ts';
import { NewPassword } from '../password/NewPassword.tsx';
import { QrCode } from '../second-factor/QrCode.tsx';
import { titleOfStep } from './sign-in-step-texts.ts';
import type { signInMachine, Step } from './sign-in.machine.ts';
import { useAccountTexts } from '../texts/en.ts';

export interface StepProps {
  readonly state: SnapshotFrom<typeof signInMachine>;
  readonly send: (
    event:
      | { type: 'enter'; name: 'code' | 'newPassword' | 'confirmation'; value: string }
      | { type: 'submit' }
      | { type: 'restart' },
  ) => void;
}

function CodeEntry({ state, send }: StepProps) {
  const text = useAccountTexts();
  const input = useRef<HTMLInputElement>(null);
  const { entered, missing, problem } = state.context;
  useEffect(() => {
    input.current?.focus();
    if (problem !== undefined) input.current?.select();
  }, [problem]);
  return (
    <TextField
      ref={input}
      label={text('code')}
      name="code"
      autoComplete="one-time-code"
      value={entered.code}
      error={missing.includes('code') ? text('codeMissing') : undefined}
      onChange={(value) => send({ type: 'enter', name: 'code', value })}
    />
  );
}

function Enrolment(props: StepProps) {
  const text = useAccountTexts();
  const { enrolment } = props.state.context.step ?? {};
  return (
    <>
      <p className="tt-sign-in-hint">{text('enrolmentHint')}</p>
      {enrolment !== undefined && (
        <div className="tt-enrolment">
          <QrCode value={enrolment.uri} label={text('qrCode')} />
          <p>
            {text('secretByHand')}
            <code>{enrolment.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
          </p>
        </div>
      )}
      <CodeEntry {...props} />
    </>
  );
}

function PasswordUpdate({
  state,
  send,
  view,
}: StepProps & { readonly view: Step['view'] & { step: 'PASSWORD_UPDATE_REQUIRED' } }) {
  const text = useAccountTexts();
  const language = useLanguage();
  const { entered, missing, problem } = state.context;
  return (
    <>
      <p className="tt-sign-in-hint">
        {view.expiresAt === null
          ? text('givenPasswordHint')
          : text('updatePasswordHint', { date: formatDate(view.expiresAt, language) })}
      </p>
      {/* Names the account for password managers. */}
      <input type="text" hidden readOnly autoComplete="username" value={view.username} />
      <NewPassword
        policy={view.policy}
        username={view.username}
        password={entered.newPassword}
        confirmation={entered.confirmation}
        missing={missing.filter((name) => name === 'newPassword' || name === 'confirmation')}
        problem={problem}
        onPassword={(value) => send({ type: 'enter', name: 'newPassword', value })}
        onConfirmation={(value) => send({ type: 'enter', name: 'confirmation', value })}
      />
    </>
  );
}

function Terms({ view }: { readonly view: Step['view'] & { step: 'TERMS_NOT_ACCEPTED' } }) {
  const text = useAccountTexts();
  const language = useLanguage();
  return (
    <>
      <p className="tt-sign-in-hint">{text('version', { version: view.version })}</p>
      <ScrollRegion className="tt-terms" label={text('terms')}>
        {view[language]}
      </ScrollRegion>
    </>
  );
}

function contentOf(props: StepProps, { view }: Step, hint: string): ReactNode {
  switch (view.step) {
    case 'SECOND_FACTOR_REQUIRED':
      return (
        <>
          <p className="tt-sign-in-hint">{hint}</p>
          <CodeEntry {...props} />
        </>
      );
    case 'SECOND_FACTOR_ENROLMENT_REQUIRED':
      return <Enrolment {...props} />;
    case 'PASSWORD_UPDATE_REQUIRED':
      return <PasswordUpdate {...props} view={view} />;
    case 'TERMS_NOT_ACCEPTED':
      return <Terms view={view} />;
  }
}

const actions = {
  SECOND_FACTOR_REQUIRED: 'signIn',
  SECOND_FACTOR_ENROLMENT_REQUIRED: 'continue',
  PASSWORD_UPDATE_REQUIRED: 'savePassword',
  TERMS_NOT_ACCEPTED: 'acceptTerms',
} as const;

/** A step between the password and the console. */
export function SignInStepForm({ step, ...props }: StepProps & { readonly step: Step }) {
  const text = useAccountTexts();
  const language = useLanguage();
  const { state, send } = props;
  const { problem } = state.context;
  return (
    <Form
      label={text(titleOfStep(step))}
      onSubmit={() => send({ type: 'submit' })}
      actions={
        <div className="tt-sign-in-actions">
          <Button kind="primary" type="submit" wide busy={state.hasTag('busy')}>
            {text(actions[step.view.step])}
          </Button>
          <Button kind="quiet" wide onClick={() => send({ type: 'restart' })}>
            {text('cancel')}
          </Button>
        </div>
      }
    >
      {problem !== undefined && !isRejectedInput(problem) && (
        <Banner tone="bad">{sentenceOf(problem, language)}</Banner>
      )}
      {contentOf(props, step, text('secondFactorHint'))}
    </Form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useMemo } from 'react';
import { fromPromise } from 'xstate';
import {
  startEnrolment,
  confirmEnrolment,
  readSecondFactor,
  deleteSecondFactor,
} from '#schemas/account/second-factor.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { PasswordField } from '#web/ui/field/PasswordField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { QrCode } from './QrCode.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { secondFactorMachine } from './second-factor.machine.ts';
import { useAccountTexts } from '../texts/en.ts';
import { useOwnTexts } from '../own/texts/en.ts';

function useSecondFactor() {
  const cache = useQueryCache();
  const machine = useMemo(() => {
    const refresh = () => cache.refresh(readSecondFactor);
    return secondFactorMachine.provide({
      actors: {
        'start the enrolment': fromPromise(({ input: password }: { input: string }) =>
          call(startEnrolment, { body: { password } }),
        ),
        'confirm the enrolment': fromPromise<readonly string[], string>(async ({ input: code }) => {
          const { recoveryCodes } = await call(confirmEnrolment, { body: { code } });
          await refresh();
          return recoveryCodes;
        }),
        'delete the second factor': fromPromise(async ({ input: password }: { input: string }) => {
          await call(deleteSecondFactor, { body: { password } });
          await refresh();
        }),
      },
    });
  }, [cache]);
  return useMachine(machine);
}
type Running = ReturnType<typeof useSecondFactor>;

/** Prompts for the password before a change, or for the code that confirms an enrolment. */
function PasswordOrCodeForm({ state, send }: { readonly state: Running[0]; readonly send: Running[1] }) {
  const text = useOwnTexts();
  const account = useAccountTexts();
  const language = useLanguage();
  const { password, code, enrolment, problem } = state.context;
  const isCode = state.hasTag('code');
  return (
    <Form
      label={text('secondFactor')}
      onSubmit={() => send({ type: 'submit' })}
      actions={
        <>
          <Button onClick={() => send({ type: 'cancel' })}>{text('cancel')}</Button>
          <Button kind="primary" type="submit" busy={state.hasTag('busy')}>
            {isCode ? text('confirm') : account('continue')}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      {enrolment !== undefined && (
        <>
          <p>{text('scan')}</p>
          <div className="tt-enrolment">
            <QrCode value={enrolment.uri} label={account('qrCode')} />
            <p>
              {account('secretByHand')}
              <code>{enrolment.secret.replaceAll(/(.{4})/g, '$1 ').trim()}</code>
            </p>
          </div>
        </>
      )}
      {isCode ? (
        <TextField
          label={account('code')}
          name="code"
          autoComplete="one-time-code"
          value={code}
          onChange={(value) => send({ type: 'enter', name: 'code', value })}
        />
      ) : (
        <PasswordField
          label={text('current')}
          autoComplete="current-password"
          value={password}
          onChange={(value) => send({ type: 'enter', name: 'password', value })}
        />
      )}
    </Form>
  );
}

/** The user's own second factor and its actions. */
export function OwnSecondFactor() {
  const text = useOwnTexts();
  const language = useLanguage();
  const [state, send] = useSecondFactor();
  const factor = useQuery(routeQuery(readSecondFactor));
  if (factor.error !== null) return <Banner tone="bad">{sentenceOf(factor.error, language)}</Banner>;
  if (factor.data === undefined) return null;
  const { on, required, recoveryCodesLeft } = factor.data;
  if (state.matches('showing the codes'))
    return (
      <>
        <RecoveryCodeList codes={state.context.codes} />
        <Button kind="primary" wide onClick={() => send({ type: 'codes noted' })}>
          {text('done')}
        </Button>
      </>
    );
  if (!state.matches('shown')) return <PasswordOrCodeForm state={state} send={send} />;
  return (
    <>
      <p>{text(on ? 'secondFactorOn' : 'secondFactorOff')}</p>
      {on && <p>{text('codesLeft', { count: recoveryCodesLeft })}</p>}
      <div className="tt-own-actions">
        <Button onClick={() => send({ type: 'set up' })}>{text(on ? 'setUpAgain' : 'setUp')}</Button>
        {on && (
          <Button
            disabledReason={required ? text('requiredByRole') : undefined}
            onClick={() => send({ type: 'switch off' })}
          >
            {text('switchOff')}
          </Button>
        )}
      </div>
    </>
  );
}

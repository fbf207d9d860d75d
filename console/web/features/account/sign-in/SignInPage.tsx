import { useEffect, useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router';
import { useMachine } from '@xstate/react';
import { localPath } from '#schemas/account/local-path.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { basePath } from '#web/lib/base-path.ts';
import { formatDate } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { providerProblemOf } from './provider-problem-of.ts';
import { RecoveryCodeList } from '../second-factor/RecoveryCodeList.tsx';
import { signInMachineWith } from './sign-in-actors.ts';
import type { SignInMethods } from './sign-in.machine.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import { SignInStepForm, titleOfStep } from './SignInSteps.tsx';
import { useAccountTexts } from '../use-account-texts.ts';

const route = getRouteApi('/sign-in');

function useSignIn() {
  const queries = useQueryClient();
  const router = useRouter();
  const { next } = route.useSearch();
  const machine = useMemo(() => signInMachineWith(queries), [queries]);
  const [state, send] = useMachine(machine);
  useEffect(() => {
    // The history knows nothing of the base path.
    if (state.matches('signed in')) router.history.push(`${basePath()}${localPath(next)}`);
  }, [state, router, next]);
  return { state, send };
}
type SignIn = ReturnType<typeof useSignIn>;

/** The announcement: a banner above the form, or a dialog. */
function Announcement({ announcement }: { readonly announcement: SignInMethods['announcement'] }) {
  const text = useAccountTexts();
  const [open, setOpen] = useState(true);
  if (announcement === null) return null;
  const { message, format } = announcement;
  if (format === 'banner') return <Banner tone="info">{message}</Banner>;
  return (
    <Dialog
      title={text('announcement')}
      open={open}
      onClose={() => setOpen(false)}
      actions={<Button onClick={() => setOpen(false)}>{text('close')}</Button>}
    >
      <p className="tt-announcement">{message}</p>
    </Dialog>
  );
}

function Unavailable({ state, send }: SignIn) {
  const text = useAccountTexts();
  const language = useLanguage();
  return (
    <>
      <Banner tone="bad">{sentenceOf(state.context.problem, language)}</Banner>
      <Button wide onClick={() => send({ type: 'retry' })}>
        {text('tryAgain')}
      </Button>
    </>
  );
}

function Beginning({ state, send }: SignIn) {
  const text = useAccountTexts();
  const { reason, problem: word, next } = route.useSearch();
  const { announcement } = state.context.methods;
  return (
    <SignInFrame title={text('title')} quietTitle>
      {state.matches('unavailable') && <Unavailable state={state} send={send} />}
      {state.hasTag('form') && (
        <>
          <Announcement announcement={announcement} />
          <SignInForm
            state={state}
            send={send}
            reason={reason}
            rejection={providerProblemOf(word)}
            next={localPath(next)}
          />
        </>
      )}
    </SignInFrame>
  );
}

/** Warns before the password expires. */
function ExpiryWarning({
  expiresAt,
  onContinue,
}: {
  readonly expiresAt: number;
  readonly onContinue: () => void;
}) {
  const text = useAccountTexts();
  const language = useLanguage();
  const navigate = useNavigate();
  return (
    <SignInFrame title={text('expiresTitle')}>
      <Banner tone="warning">{text('expires', { date: formatDate(expiresAt, language) })}</Banner>
      <div className="tt-sign-in-actions">
        <Button kind="primary" wide onClick={() => void navigate({ to: '/account' })}>
          {text('changeNow')}
        </Button>
        <Button wide onClick={onContinue}>
          {text('changeLater')}
        </Button>
      </div>
    </SignInFrame>
  );
}

/** The sign-in page and every step of the sign-in. */
export function SignInPage() {
  const text = useAccountTexts();
  const { state, send } = useSignIn();
  const { step, codes, expiresAt } = state.context;
  if (state.matches('warning of expiry') && expiresAt !== undefined)
    return <ExpiryWarning expiresAt={expiresAt} onContinue={() => send({ type: 'continue' })} />;
  if (state.matches('showing the codes'))
    return (
      <SignInFrame title={text('recoveryCodes')}>
        <RecoveryCodeList codes={codes} />
        <Button kind="primary" wide onClick={() => send({ type: 'continue' })}>
          {text('recoveryCodesKept')}
        </Button>
      </SignInFrame>
    );
  if (step === undefined || !state.hasTag('step')) return <Beginning state={state} send={send} />;
  return (
    <SignInFrame title={text(titleOfStep(step))} wide={step.view.step === 'TERMS_NOT_ACCEPTED'}>
      <SignInStepForm step={step} state={state} send={send} />
    </SignInFrame>
  );
}

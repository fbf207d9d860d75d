import { Suspense, useEffect, useMemo, useState } from 'react';
import { useMachine } from '@xstate/react';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { formatDate } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { announcedIn } from '#schemas/settings/announcement/announcement.ts';
import { messageWithoutLinks } from '#schemas/settings/announcement/message-links.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { lazyOverlay } from '#web/ui/overlay/lazy-overlay.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { providerProblemOf } from './provider-problem-of.ts';
import { addressAfterSignIn } from './sign-in-address.ts';
import { useSignedOutNeeds } from '../signed-out-needs.tsx';
import { signInMachineWith } from './sign-in-actors.ts';
import type { SignInMethods } from './sign-in.machine.ts';
import { SignInForm } from './SignInForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import type { SignInSearch } from './sign-in-search.ts';
import { titleOfStep } from './sign-in-step-texts.ts';
import { useAccountTexts } from '../texts/en.ts';
import '#web/kernel/announcement/announcement.css';

const Dialog = lazyOverlay(() => import('#web/ui/dialog/Dialog.tsx'), 'Dialog');
const FoldedMessage = lazyPart(() => import('#web/kernel/announcement/FoldedMessage.tsx'), 'FoldedMessage');
const loadSteps = () => import('./SignInSteps.tsx');
const SignInStepForm = lazyPart(loadSteps, 'SignInStepForm');
const RecoveryCodeList = lazyPart(() => import('../second-factor/RecoveryCodeList.tsx'), 'RecoveryCodeList');

function useSignIn({ next }: SignInSearch) {
  const { open, begin } = useSignedOutNeeds();
  const machine = useMemo(() => signInMachineWith(begin), [begin]);
  const [state, send] = useMachine(machine);
  useEffect(() => {
    if (state.matches('signed in')) open(addressAfterSignIn(next));
  }, [state, open, next]);
  return { state, send };
}
type SignIn = ReturnType<typeof useSignIn>;

interface Props {
  readonly search: SignInSearch;
}

/** The announcement: a banner above the form, or a dialog. */
function Announcement({ announcement }: { readonly announcement: SignInMethods['announcement'] }) {
  const text = useAccountTexts();
  const [open, setOpen] = useState(true);
  const language = useLanguage();
  if (announcement === null) return null;
  const { format } = announcement;
  const message = messageWithoutLinks(announcedIn(announcement, language));
  if (format === 'banner')
    return (
      <Banner tone="info">
        <div className="tt-announced">
          {/* Two lines from the beginning: the form does not move. */}
          <Suspense fallback={<span data-folded>{message}</span>}>
            <FoldedMessage>{message}</FoldedMessage>
          </Suspense>
        </div>
      </Banner>
    );
  return (
    <Suspense fallback={null}>
      <Dialog
        title={text('announcement')}
        open={open}
        onClose={() => setOpen(false)}
        actions={<Button onClick={() => setOpen(false)}>{text('close')}</Button>}
      >
        <p className="tt-announcement">{message}</p>
      </Dialog>
    </Suspense>
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

function Beginning({ state, send, search }: SignIn & Props) {
  const text = useAccountTexts();
  const { reason, problem: word, next } = search;
  const { announcement } = state.context.methods;
  return (
    <SignInFrame title={text('title')} quietTitle waiting={state.hasTag('waiting')}>
      {state.matches('unavailable') && <Unavailable state={state} send={send} />}
      {state.hasTag('form') && (
        <>
          <Announcement announcement={announcement} />
          <SignInForm
            state={state}
            send={send}
            reason={reason}
            rejection={providerProblemOf(word)}
            next={addressAfterSignIn(next)}
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
  const { open } = useSignedOutNeeds();
  return (
    <SignInFrame title={text('expiresTitle')}>
      <Banner tone="warning">{text('expires', { date: formatDate(expiresAt, language) })}</Banner>
      <div className="tt-sign-in-actions">
        <Button kind="primary" wide onClick={() => open('/account')}>
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
export function SignInPage({ search }: Props) {
  const text = useAccountTexts();
  const { state, send } = useSignIn(search);
  const { step, codes, expiresAt } = state.context;
  if (state.matches('warning of expiry') && expiresAt !== undefined)
    return <ExpiryWarning expiresAt={expiresAt} onContinue={() => send({ type: 'continue' })} />;
  if (state.matches('showing the codes'))
    return (
      <SignInFrame title={text('recoveryCodes')}>
        <Suspense fallback={null}>
          <RecoveryCodeList codes={codes} />
        </Suspense>
        <Button kind="primary" wide onClick={() => send({ type: 'continue' })}>
          {text('recoveryCodesSaved')}
        </Button>
      </SignInFrame>
    );
  if (step === undefined || !state.hasTag('step'))
    return <Beginning state={state} send={send} search={search} />;
  return (
    <SignInFrame title={text(titleOfStep(step))} wide={step.view.step === 'TERMS_NOT_ACCEPTED'}>
      <Suspense fallback={null}>
        <SignInStepForm step={step} state={state} send={send} />
      </Suspense>
    </SignInFrame>
  );
}

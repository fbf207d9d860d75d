import { Suspense, useEffect, useId, useMemo, useRef, type RefObject, type SyntheticEvent } from 'react';
import { useMachine } from '@xstate/react';
import type { Session } from '#schemas/account/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { announceSession } from '#web/kernel/session/session-news.ts';
import { dismissRenewal, leavePage, resumeWith, sessionState } from '#web/kernel/session/session-watch.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useStore } from '#web/lib/store.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { signInMachineWith } from '../sign-in/sign-in-actors.ts';
import { titleOfStep } from '../sign-in/sign-in-step-texts.ts';
import { SignInForm } from '../sign-in/SignInForm.tsx';
import { useAccountTexts } from '../texts/en.ts';
import './sign-in-again.css';

const SignInStepForm = lazyPart(() => import('../sign-in/SignInSteps.tsx'), 'SignInStepForm');
const RecoveryCodeList = lazyPart(() => import('../second-factor/RecoveryCodeList.tsx'), 'RecoveryCodeList');

/** Address that a sign-in in another window ends at. */
const SIGNED_IN = '/signed-in';

/** Continues at once: the next sign-in warns of a password that expires. */
function begin(session: Session): void {
  announceSession('signed in');
  resumeWith(session);
}

function useSignInAgain(username: string) {
  const machine = useMemo(() => signInMachineWith(begin), []);
  const [state, send] = useMachine(machine);
  useEffect(() => {
    send({ type: 'enter', name: 'username', value: username });
  }, [send, username]);
  return { state, send };
}
type SignIn = ReturnType<typeof useSignInAgain>;

function Content({ state, send, username }: Pick<SignIn, 'state' | 'send'> & { readonly username: string }) {
  const text = useAccountTexts();
  const language = useLanguage();
  const { step, codes, problem } = state.context;
  if (state.matches('unavailable'))
    return (
      <>
        <Banner tone="bad">{sentenceOf(problem, language)}</Banner>
        <Button wide onClick={() => send({ type: 'retry' })}>
          {text('tryAgain')}
        </Button>
      </>
    );
  if (state.matches('showing the codes'))
    return (
      <>
        <RecoveryCodeList codes={codes} />
        <Button kind="primary" wide onClick={() => send({ type: 'continue' })}>
          {text('recoveryCodesSaved')}
        </Button>
      </>
    );
  if (step !== undefined && state.hasTag('step'))
    return (
      <>
        <h3>{text(titleOfStep(step))}</h3>
        <SignInStepForm step={step} state={state} send={send} />
      </>
    );
  if (!state.hasTag('form')) return null;
  return (
    <SignInForm
      state={state}
      send={send}
      reason={undefined}
      rejection={undefined}
      next={SIGNED_IN}
      again={username}
    />
  );
}

/** Opens as the top layer: everything else is inert, also the dialogs of the page. Focus returns when it closes. */
function useTopLayer(dialog: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, [dialog]);
}

/** Signing in over the page, which keeps what was typed. Only for the user of the page. */
export function SignInAgain() {
  const text = useAccountTexts();
  const { user } = useSession();
  const isOver = useStore(sessionState) === 'ended';
  const { state, send } = useSignInAgain(user.username);
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useTopLayer(dialog);
  const onCancel = (event: SyntheticEvent) => {
    event.preventDefault();
    dismissRenewal();
  };
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  return (
    <dialog ref={dialog} className="tt-again" data-over={isOver} aria-labelledby={title} onCancel={onCancel}>
      <h2 id={title}>{text('againTitle')}</h2>
      <p>{text(isOver ? 'againEnded' : 'againRenew', { name })}</p>
      <Suspense fallback={null}>
        <Content state={state} send={send} username={user.username} />
      </Suspense>
      <div className="tt-again-end">
        {isOver ? (
          <Button kind="quiet" onClick={leavePage}>
            {text('againLeave')}
          </Button>
        ) : (
          <Button kind="quiet" onClick={dismissRenewal}>
            {text('againLater')}
          </Button>
        )}
      </div>
    </dialog>
  );
}

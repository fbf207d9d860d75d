import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { fromPromise } from 'xstate';
import { readUnsubscription, unsubscribeByLink } from '#schemas/scheduling/public-routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { SignInFrame } from '../sign-in/SignInFrame.tsx';
import { withCsrf } from '../sign-in/with-csrf.ts';
import { useUnsubscribeTexts } from './texts/en.ts';
import { unsubscribeMachine, type UnsubscribeLink } from './unsubscribe.machine.ts';

const machine = unsubscribeMachine.provide({
  actors: {
    'look at the link': fromPromise(({ input: token }: { input: string }) =>
      withCsrf(() => call(readUnsubscription, { body: { token } })),
    ),
    'write the choice': fromPromise(
      async ({ input }: { input: { readonly token: string; readonly subscribed: boolean } }) => {
        await withCsrf(() => call(unsubscribeByLink, { body: input }));
      },
    ),
  },
});

const tokenOfAddress = (): string => new URLSearchParams(location.search).get('token') ?? '';

interface ChoiceProps {
  readonly link: UnsubscribeLink;
  readonly changed: boolean;
  readonly busy: boolean;
  readonly onWrite: (subscribed: boolean) => void;
}

function Choice({ link, changed, busy, onWrite }: ChoiceProps) {
  const text = useUnsubscribeTexts();
  const names = { name: link.scheduling, address: link.address };
  if (link.isSubscribed)
    return (
      <>
        {changed && <Banner tone="info">{text('subscribed', names)}</Banner>}
        {!changed && <p>{text('lead', names)}</p>}
        <Button kind="primary" wide busy={busy} onClick={() => onWrite(false)}>
          {text('action')}
        </Button>
      </>
    );
  return (
    <>
      <Banner tone="info">{text('unsubscribed', names)}</Banner>
      <Button wide busy={busy} onClick={() => onWrite(true)}>
        {text('again')}
      </Button>
    </>
  );
}

/** Unsubscribes a recipient with the link of a mail, without an account. */
export function UnsubscribePage() {
  const text = useUnsubscribeTexts();
  const language = useLanguage();
  const [token] = useState(tokenOfAddress);
  const [state, send] = useMachine(machine, { input: { token } });
  const { link, changed, problem } = state.context;
  const isUnavailable = state.matches('unavailable');
  return (
    <SignInFrame title={text('title')} waiting={state.matches('looking')}>
      {problem !== undefined && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      {isUnavailable && (
        <Button wide onClick={() => send({ type: 'retry' })}>
          {text('tryAgain')}
        </Button>
      )}
      {link !== undefined && (
        <Choice
          link={link}
          changed={changed}
          busy={state.matches('writing')}
          onWrite={(subscribed) => send({ type: 'write', subscribed })}
        />
      )}
    </SignInFrame>
  );
}

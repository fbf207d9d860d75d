import { useQueryClient } from '@tanstack/react-query';
import { readSession } from '#schemas/account/routes.ts';
import { useNow } from '#web/lib/clock.ts';
import { formatShortTime } from '#web/lib/format.ts';
import { useStore } from '#web/lib/store.ts';
import { useLanguage } from '#web/lib/text.ts';
import { useDelayed } from '#web/lib/use-delayed.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { call } from '../api/call.ts';
import { isPolling } from '../socket/connection.ts';
import { useKernelTexts } from '../text/en.ts';
import { sessionEnding } from './session-ending.ts';
import { renewSession, sessionState } from './session-watch.ts';
import { sessionQuery, useSession } from './session.ts';
import { useWatching, watchedUntil } from './watching.ts';

/** Until the connection has read the server's clock, the browser's may be an hour off and warn of nothing. */
const CLOCK_READ_MS = 2_000;

/** Warns before the session ends, and offers to stay. */
function EndWarning() {
  const text = useKernelTexts();
  const language = useLanguage();
  const queries = useQueryClient();
  const session = useSession();
  const watched = useStore(watchedUntil);
  const now = useNow();
  const idleUntil = Math.max(session.idleUntil, watched?.idleUntil ?? 0);
  const ending = sessionEnding({ idleUntil, endsAt: session.endsAt }, now);
  const isSure = useDelayed(ending !== undefined, CLOCK_READ_MS);
  if (ending === undefined || !isSure) return null;
  const extend = async () => {
    const next = await call(readSession, {}).catch(() => undefined);
    if (next !== undefined) queries.setQueryData(sessionQuery.queryKey, next);
  };
  return (
    <Banner tone="warning">
      {text(ending.is === 'absolute' ? 'sessionEnds' : 'sessionIdle', {
        time: formatShortTime(ending.at, now, language),
      })}{' '}
      {ending.is === 'absolute' ? (
        <Button onClick={renewSession}>{text('signInAgain')}</Button>
      ) : (
        <Button onClick={() => void extend()}>{text('staySignedIn')}</Button>
      )}
    </Banner>
  );
}

/** What the page has to report about its session and connection. Keeps the session while the page is watched. */
export function SessionBanners() {
  const text = useKernelTexts();
  const polling = useStore(isPolling);
  const state = useStore(sessionState);
  useWatching();
  return (
    <>
      {state === 'running' && <EndWarning />}
      {polling && <Banner tone="info">{text('webSocketsBlocked')}</Banner>}
    </>
  );
}

import { useEffect } from 'react';
import type { SessionTimes } from '#schemas/socket/live.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { createStore } from '#web/lib/store.ts';
import { liveState, reportWatching } from '../socket/connection.ts';

/** Well below the idle time of a session, and rare enough for a thousand pages. */
const REPORT_EVERY_MS = 4 * MINUTE_MS;

/** When the session ends, as the server last replied; undefined before. */
export const watchedUntil = createStore<SessionTimes | undefined>(undefined);

function report(): void {
  if (document.visibilityState !== 'visible') return;
  reportWatching((times) => {
    if (times !== null) watchedUntil.set(times);
  });
}

/** Reports to the server that the page is watched, while it is visible and connected: its session does not become idle. */
export function useWatching(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const beat = () => {
      report();
      timer = setTimeout(beat, REPORT_EVERY_MS);
    };
    beat();
    const stop = liveState.subscribe(report);
    document.addEventListener('visibilitychange', report);
    return () => {
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', report);
    };
  }, []);
}

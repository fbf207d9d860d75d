import { useEffect } from 'react';
import { serverResponds } from '#web/lib/missing-code.ts';

/** What a page lacks that the server gives once it responds: its code, or the response to a call. */
export type Lacking = 'code' | 'response';

const PAUSE_MS = 2_000;
/** The page responds, and its calls do not. */
const LONG_PAUSE_MS = 30_000;
/** Code that is missing so soon after a reload is missing on the server: reloading would not end. */
const SOON_MS = 10_000;

const isJustReloaded = (): boolean =>
  performance.now() < SOON_MS &&
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload';

/** Reloads the document when the server responds, if it waits for that. Returns whether it does. */
export function useReload(lacking: Lacking | undefined): boolean {
  const isWaiting = lacking !== undefined && !(lacking === 'code' && isJustReloaded());
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      if (await serverResponds()) return location.reload();
      wait(PAUSE_MS);
    };
    const wait = (pauseMs: number) => {
      timer = setTimeout(() => void check(), pauseMs);
    };
    wait(isJustReloaded() ? LONG_PAUSE_MS : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting;
}

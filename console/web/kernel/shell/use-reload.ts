import { useEffect } from 'react';
import { serverResponds } from '#web/lib/missing-code.ts';

const PAUSE_MS = 2_000;
/** Code that is missing so soon after a reload is missing on the server: reloading would not end. */
const SOON_MS = 10_000;

const isJustReloaded = (): boolean =>
  performance.now() < SOON_MS &&
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.type === 'reload';

/** Reloads the document when the server responds, if it waits for that. Returns whether it does. */
export function useReload(isWanted: boolean): boolean {
  const isWaiting = isWanted && !isJustReloaded();
  useEffect(() => {
    if (!isWaiting) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = async () => {
      if (await serverResponds()) return location.reload();
      wait();
    };
    const wait = () => {
      timer = setTimeout(() => void check(), PAUSE_MS);
    };
    wait();
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting;
}

import { useEffect, useState } from 'react';

/** After this time a page is usable, and what it does not need at first may be loaded (`docs/adr/0035-bundle-size-of-the-console.md`). */
export const FIRST_LOAD_MS = 3_000;

/** True once `active` has lasted `delayMs`, so that short waits do not flash. */
export function useDelayed(active: boolean, delayMs: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setPassed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [active, delayMs]);
  return active && passed;
}

/**
 * Runs once, when the user first presses a key or a pointer on the page: to load what an action needs before it is chosen, and
 * nothing of it on a screen that is only watched.
 */
export function onFirstUse(run: () => void): void {
  const stop = new AbortController();
  const first = () => {
    stop.abort();
    run();
  };
  for (const type of ['keydown', 'pointerdown'])
    addEventListener(type, first, { capture: true, signal: stop.signal });
}

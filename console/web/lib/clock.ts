import { useSyncExternalStore } from 'react';

/** Milliseconds since 1970 by the browser's clock. */
export const now = (): number => Date.now();

const second = 1_000;
let current = now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    current = now();
    for (const each of listeners) each();
  }, second);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The present, renewed every second; one timer serves every component. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => current);

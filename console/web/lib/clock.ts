import { useSyncExternalStore } from 'react';

/** Milliseconds since 1970 by the browser's clock. */
export const now = (): number => Date.now();

/** Milliseconds since 1970 of a time as the interface writes it: `2026-11-21T18:00:00Z`. */
export const msOf = (iso: string): number => Date.parse(iso);

/** The other way round. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

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

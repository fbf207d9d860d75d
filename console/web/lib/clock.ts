import { useSyncExternalStore } from 'react';

/** Milliseconds since 1970 by the browser's clock. */
export const now = (): number => Date.now();

/** Milliseconds since 1970 of an ISO 8601 time. */
export const msOf = (iso: string): number => Date.parse(iso);

/** ISO 8601 time of milliseconds since 1970. */
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

/** The current time, updated every second by one shared timer. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => current);

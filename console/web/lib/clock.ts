import { useSyncExternalStore } from 'react';

/** Milliseconds since 1970 by the clock of the browser. */
export const browserNow = (): number => Date.now();

/** Longest round trip whose time of the server is believed. */
const MAX_ROUND_TRIP_MS = 5_000;
/** Clock of the server minus clock of the browser. */
let offset = 0;

/** Sets the clock by a time of the server, which was read between `sent` and now by the browser's clock; milliseconds. */
export function setServerTime(serverMs: number, sent: number): void {
  const received = browserNow();
  if (received - sent > MAX_ROUND_TRIP_MS || received < sent) return;
  // Whole: Temporal rejects fractions of a millisecond.
  offset = Math.round(serverMs - (sent + received) / 2);
}

/** Milliseconds since 1970 by the clock of the server: a browser may be an hour off. Before the first connection by the browser's. */
export const now = (): number => browserNow() + offset;

/** Milliseconds since 1970 of an ISO 8601 time. */
export const msOf = (iso: string): number => Date.parse(iso);

/** The date of milliseconds since 1970, for libraries that take one. */
export const dateOf = (ms: number): Date => new Date(ms);

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

import { httpDateMs } from '#platform/clock/http-date.ts';

const MOST_MS = 3_600_000;

/** The wait that a receiver asks for (RFC 9110 §10.2.3), seconds or a date; undefined when it asks for none. One hour at most. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : (httpDateMs(text) ?? Number.NaN) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, MOST_MS) : undefined;
}

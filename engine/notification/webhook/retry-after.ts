const MAX_WAIT_MS = 3_600_000;

/**
 * Returns the wait requested by a receiver (RFC 9110 §10.2.3), as seconds or a date; undefined if none. At
 * most one hour.
 */
export function retryAfterMs(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim() ?? '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1_000 : (httpDateMs(text) ?? Number.NaN) - nowMs;
  return waitMs > 0 ? Math.min(waitMs, MAX_WAIT_MS) : undefined;
}

/** A date of an HTTP header (RFC 9110 §5.6.7) in milliseconds since 1970; undefined when it is none. */
export function httpDateMs(text: string): number | undefined {
  // oxlint-disable-next-line no-restricted-globals -- parses a date, reads no clock
  const atMs = text.endsWith(' GMT') ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}

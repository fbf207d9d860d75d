/** Clocks with a larger skew are corrected. */
const MAX_SKEW_MS = 5 * 60_000;
/** A corrected clock is trusted again below this skew: the hysteresis keeps a clock near the limit from flapping. */
const TRUSTED_SKEW_MS = 4 * 60_000;

/**
 * Returns the milliseconds to add to the times of an exporter whose clock is `skewMs` ahead, 0 while the clock is
 * trusted. `before` is the correction of the previous datagram.
 */
export function clockCorrection(skewMs: number, before: number): number {
  const bound = before === 0 ? MAX_SKEW_MS : TRUSTED_SKEW_MS;
  return Math.abs(skewMs) > bound ? -skewMs : 0;
}

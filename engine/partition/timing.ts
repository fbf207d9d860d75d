/** How event time is divided, in milliseconds. */
export interface Timing {
  readonly windowMs: number;
  /** How much older than the watermark a sample may be. */
  readonly allowedLatenessMs: number;
  /** A window still gets its share of a pair of polls whose second one is at most this long after its end. */
  readonly graceMs: number;
  /** Samples are sorted slice by slice; divides window and grace, so that both end with a slice. */
  readonly sliceMs: number;
  /** Two polls further apart than this are not a pair: too little is known about the time between them. */
  readonly maxGapMs: number;
}

const MAX_SLICE_MS = 5_000;
const MIN_PAIR_GAP_MS = 15 * 60_000;

/** The grace is a tenth of the window, well above the jitter of a poll that runs once per window. */
export function timingOf(requested: {
  readonly windowSeconds: number;
  readonly allowedLatenessMs: number;
}): Timing {
  const { windowSeconds, allowedLatenessMs } = requested;
  if (!Number.isInteger(windowSeconds) || windowSeconds < 1 || windowSeconds > 86_400)
    throw new RangeError(`window of ${String(windowSeconds)} s: expected a whole number from 1 to 86400`);
  if (!(allowedLatenessMs >= 0))
    throw new RangeError(`lateness of ${String(allowedLatenessMs)} ms: expected 0 or more`);
  const windowMs = windowSeconds * 1_000;
  const graceMs = windowMs / 10;
  let parts = Math.ceil(graceMs / MAX_SLICE_MS);
  while (graceMs % parts !== 0) parts += 1;
  return {
    windowMs,
    allowedLatenessMs,
    graceMs,
    sliceMs: graceMs / parts,
    maxGapMs: Math.max(3 * windowMs, MIN_PAIR_GAP_MS),
  };
}

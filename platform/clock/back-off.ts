export interface BackOff {
  /** Delay after the first failure; each further failure doubles it. */
  readonly firstMs: number;
  readonly maxMs: number;
  /** From 0 to 1. Half of the delay is then random, so that peers which failed together do not retry together. */
  readonly random?: () => number;
}

/** 2 ** 20 times any first delay exceeds any maximum. */
const MAX_EXPONENT = 20;

/** Returns the delay before the next attempt after this number of failures. */
export function backOffMs(failures: number, { firstMs, maxMs, random }: BackOff): number {
  const delayMs = Math.min(firstMs * 2 ** Math.min(Math.max(failures - 1, 0), MAX_EXPONENT), maxMs);
  return random === undefined ? delayMs : delayMs / 2 + (delayMs / 2) * random();
}

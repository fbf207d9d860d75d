const ROUND = 2 ** 32;
const MS_PER_SECOND = 1_000;

/** A counter of 32 bit with its rounds so far. */
export interface Widened {
  readonly raw: number;
  /** What all rounds so far make: 2^32 each. */
  readonly base: bigint;
  readonly seenMs: number;
  /** Grows wherever the counter cannot be compared with what it was. */
  readonly epoch: number;
}

export interface RawReading {
  readonly raw: number;
  readonly seenMs: number;
  /** The agent started anew since the reading before. */
  readonly restarted: boolean;
  /** The most that the line can count in a second, 0 when its speed is not known. */
  readonly mostPerSecond: number;
}

/**
 * Sets a reading beside the one before. A smaller value is a round that was completed when the line could have counted
 * that much since, else a reset. Where more than one round was possible nobody knows how much was counted, and the two
 * readings cannot be compared.
 */
export function widen(before: Widened | undefined, reading: RawReading): Widened {
  const { raw, seenMs, restarted, mostPerSecond } = reading;
  if (before === undefined) return { raw, base: 0n, seenMs, epoch: 0 };
  const anew = { raw, base: 0n, seenMs, epoch: before.epoch + 1 };
  const most = (mostPerSecond * (seenMs - before.seenMs)) / MS_PER_SECOND;
  if (restarted || most >= ROUND) return anew;
  if (raw >= before.raw) return { ...before, raw, seenMs };
  return raw + ROUND - before.raw <= most
    ? { raw, base: before.base + BigInt(ROUND), seenMs, epoch: before.epoch }
    : anew;
}

export const wideValue = ({ raw, base }: Widened): bigint => base + BigInt(raw);

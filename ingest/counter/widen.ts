const WRAP = 2 ** 32;
const MS_PER_SECOND = 1_000;

/** A 32-bit counter with its wraps so far. */
export interface WideCounter {
  readonly raw: number;
  /** Sum of all wraps so far, 2^32 each. */
  readonly base: bigint;
  readonly seenMs: number;
  /** Increments whenever the counter is not comparable with its earlier values. */
  readonly epoch: number;
}

export interface RawReading {
  readonly raw: number;
  readonly seenMs: number;
  /** The agent restarted since the previous reading. */
  readonly restarted: boolean;
  /** Maximum count per second of the line, 0 if its speed is unknown. */
  readonly maxPerSecond: number;
}

const maxCountOf = (before: WideCounter, { maxPerSecond, seenMs }: RawReading): number =>
  (maxPerSecond * (seenMs - before.seenMs)) / MS_PER_SECOND;

/** Whether at most one wrap was possible since the previous reading, if there is one. */
export const isWrapKnown = (before: WideCounter | undefined, reading: RawReading): boolean =>
  before === undefined || reading.restarted || maxCountOf(before, reading) < WRAP;

/**
 * Compares a reading with the previous one. A smaller value is a wrap if the line could have counted that much, else a
 * reset. If more than one wrap was possible, the count is unknown and the two readings are not comparable.
 */
export function widen(before: WideCounter | undefined, reading: RawReading): WideCounter {
  const { raw, seenMs, restarted } = reading;
  if (before === undefined) return { raw, base: 0n, seenMs, epoch: 0 };
  const reset = { raw, base: 0n, seenMs, epoch: before.epoch + 1 };
  if (restarted || !isWrapKnown(before, reading)) return reset;
  if (raw >= before.raw) return { ...before, raw, seenMs };
  return raw + WRAP - before.raw <= maxCountOf(before, reading)
    ? { raw, base: before.base + BigInt(WRAP), seenMs, epoch: before.epoch }
    : reset;
}

export const wideValue = ({ raw, base }: WideCounter): bigint => base + BigInt(raw);

/** Spreads epochs so that they do not cancel out the device's own discontinuities, which are ticks. */
const EPOCH = 0x9e_37_79_b1;

/** Discontinuity of a sample: changes whenever the device or our own widening makes values incomparable. */
export const discontinuityOf = (device: number, epoch: number): number =>
  (device + Math.imul(epoch, EPOCH)) >>> 0;

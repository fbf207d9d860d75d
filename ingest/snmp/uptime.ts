/** sysUpTime counts hundredths of a second in 32 bits: it wraps after 497 days. */
const WRAP = 2 ** 32;
const MS_PER_TICK = 10;
/** How far the agent's clock may drift from ours over the time between two polls, and what an answer may be late. */
const DRIFT = 0.01;
const LATE_TICKS = 6_000;

/** The last sysUpTime of a device. */
export interface Uptime {
  readonly ticks: number;
  /** Ticks of all wraps so far. */
  readonly wrapped: number;
  /** Our clock when it came in, ms since 1970. */
  readonly seenMs: number;
}

export interface Reading {
  readonly ticks: number;
  readonly seenMs: number;
}

/**
 * Sets a reading beside the one before. A smaller value is a wrap when the wrap was due by our own clock, and a restart of the
 * device otherwise.
 */
export function followUptime(
  before: Uptime | undefined,
  { ticks, seenMs }: Reading,
): { readonly uptime: Uptime; readonly restarted: boolean } {
  if (before === undefined) return { uptime: { ticks, wrapped: 0, seenMs }, restarted: false };
  if (ticks >= before.ticks) return { uptime: { ticks, wrapped: before.wrapped, seenMs }, restarted: false };
  const elapsed = (seenMs - before.seenMs) / MS_PER_TICK;
  const expected = before.ticks + elapsed - WRAP;
  if (Math.abs(expected - ticks) <= elapsed * DRIFT + LATE_TICKS)
    return { uptime: { ticks, wrapped: before.wrapped + WRAP, seenMs }, restarted: false };
  return { uptime: { ticks, wrapped: 0, seenMs }, restarted: true };
}

/** Milliseconds since the device started, over wraps. */
export const uptimeMs = ({ ticks, wrapped }: Uptime): bigint => BigInt(ticks + wrapped) * BigInt(MS_PER_TICK);

/** sysUpTime counts hundredths of a second in 32 bits: it wraps after 497 days. */
const WRAP = 2 ** 32;
const MS_PER_TICK = 10;
/** Tolerated clock drift between two polls, and tolerated response delay. */
const MAX_DRIFT = 0.01;
const MAX_LATE_TICKS = 6_000;

export interface Uptime {
  readonly ticks: number;
  /** Ticks of all wraps so far. */
  readonly wrapped: number;
  /** Local time of the response, ms since 1970. */
  readonly seenMs: number;
}

export interface UptimeReading {
  readonly ticks: number;
  readonly seenMs: number;
}

/**
 * Compares a reading with the previous one. A smaller value is a wrap if a wrap was due by the local clock, else a
 * restart.
 */
export function trackUptime(
  before: Uptime | undefined,
  { ticks, seenMs }: UptimeReading,
): { readonly uptime: Uptime; readonly restarted: boolean } {
  if (before === undefined) return { uptime: { ticks, wrapped: 0, seenMs }, restarted: false };
  if (ticks >= before.ticks) return { uptime: { ticks, wrapped: before.wrapped, seenMs }, restarted: false };
  const elapsed = (seenMs - before.seenMs) / MS_PER_TICK;
  const expected = before.ticks + elapsed - WRAP;
  if (Math.abs(expected - ticks) <= elapsed * MAX_DRIFT + MAX_LATE_TICKS)
    return { uptime: { ticks, wrapped: before.wrapped + WRAP, seenMs }, restarted: false };
  return { uptime: { ticks, wrapped: 0, seenMs }, restarted: true };
}

/** Milliseconds since the device started, over wraps. */
export const uptimeMs = ({ ticks, wrapped }: Uptime): bigint => BigInt(ticks + wrapped) * BigInt(MS_PER_TICK);

/** sysUpTime is TimeTicks, 32 bits of 1/100 s (RFC 3418): it wraps after 497 days. */
const UPTIME_ROUND_MS = 2 ** 32 * 10;
/** A response may be delayed: up to this much the agent's clock and ours may differ. */
const CLOCK_SLACK_MS = 10_000;
const CLOCK_SLACK_SHARE = 0.1;
const COUNTER32 = 2 ** 32;

/**
 * Milliseconds between two polls by the agent's clock, which is free of network delay. NaN if the agent
 * restarted in between: its counters started over. An uptime of 0 is unknown; then the poller's `elapsed`
 * counts.
 *
 * An uptime that went back means a restart or a wrap of sysUpTime after 497 days: a wrap if the time across
 * it agrees with the poller's. An uptime that grew clearly less than the poller's time means a restart too.
 */
export function agentElapsed(before: number, after: number, elapsed: number): number {
  if (before === 0 || after === 0) return elapsed;
  const slack = CLOCK_SLACK_MS + elapsed * CLOCK_SLACK_SHARE;
  let grown = after - before;
  if (grown < 0) {
    grown += UPTIME_ROUND_MS;
    if (grown > elapsed + slack) return Number.NaN;
  }
  return grown <= 0 || grown < elapsed - slack ? Number.NaN : grown;
}

/**
 * Growth of a counter. A Counter64 that went back was reset: NaN, the point is dropped. A Counter32
 * (`plausible` given) may have wrapped once, if the growth is at most `plausible`, the maximum the line can
 * carry in the time.
 */
export function growthOf(difference: number, plausible: number | undefined): number {
  if (difference >= 0) return difference;
  if (plausible === undefined) return Number.NaN;
  const wrapped = difference + COUNTER32;
  return wrapped >= 0 && wrapped <= plausible ? wrapped : Number.NaN;
}

/** Ethernet's smallest frame, 64 bytes: it gives the maximum number of packets of a line. */
const SMALLEST_PACKET_BITS = 512;

/**
 * Maximum number of packets that a line of this speed (bit/s) carries in a time; 0 while the speed is
 * unknown.
 */
export const maxPackets = (speedBps: number, elapsedMs: number): number =>
  (speedBps * elapsedMs) / 1_000 / SMALLEST_PACKET_BITS;

/** sysUpTime is TimeTicks, 32 bit of 1/100 s (RFC 3418): it starts again at 0 after 497 days. */
const UPTIME_ROUND_MS = 2 ** 32 * 10;
/** The answer to a poll may take its time: up to this much the agent's clock and ours may differ. */
const CLOCK_SLACK_MS = 10_000;
const CLOCK_SLACK_SHARE = 0.1;
const COUNTER32 = 2 ** 32;

/**
 * Milliseconds between two polls by the agent's own clock, which is free of the network's delay. NaN when the agent
 * restarted between them: its counters began anew. An uptime of 0 is unknown, the poller's `elapsed` counts then.
 *
 * An uptime that went back is either a restart or the end of sysUpTime's 497 days; it is the latter when the time counted
 * through the end agrees with the poller's. An uptime that grew by clearly less than the poller's time is a restart too.
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
 * What a counter grew by. A Counter64 that went back was reset: NaN, the point is dropped. A Counter32 (`plausible` given)
 * may have gone round once, if what it then grew by is at most `plausible`, the most the line can carry in the time.
 */
export function growthOf(difference: number, plausible: number | undefined): number {
  if (difference >= 0) return difference;
  if (plausible === undefined) return Number.NaN;
  const wrapped = difference + COUNTER32;
  return wrapped >= 0 && wrapped <= plausible ? wrapped : Number.NaN;
}

/** Ethernet's smallest frame, 64 bytes: the most packets that a line carries come in it. */
const SMALLEST_PACKET_BITS = 512;

/** The most packets that a line of this speed (bit/s) carries in a time; 0 while the speed is not known. */
export const mostPackets = (speedBps: number, elapsedMs: number): number =>
  (speedBps * elapsedMs) / 1_000 / SMALLEST_PACKET_BITS;

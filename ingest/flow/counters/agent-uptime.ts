/** The uptime of an sFlow agent counts milliseconds in 32 bits: it wraps after 49.7 days. */
const ROUND = 2 ** 32;
/** How far its clock may drift from ours over the time between two datagrams, and what one may be late. */
const DRIFT = 0.01;
const LATE_MS = 60_000;

/** The last uptime of an agent. */
export interface AgentUptime {
  readonly uptimeMs: number;
  /** What all rounds so far make. */
  readonly rounds: number;
  /** Our clock when it came in. */
  readonly seenMs: number;
  /** Grows with each start of the agent. */
  readonly starts: number;
}

/** Sets an uptime beside the one before: a smaller one is a completed round when that was due by our own clock, else a start. */
export function followAgent(before: AgentUptime | undefined, uptimeMs: number, seenMs: number): AgentUptime {
  if (before === undefined) return { uptimeMs, rounds: 0, seenMs, starts: 0 };
  // Datagrams of one moment may overtake each other.
  if (uptimeMs >= before.uptimeMs - LATE_MS)
    return { ...before, uptimeMs: Math.max(uptimeMs, before.uptimeMs), seenMs };
  const elapsed = seenMs - before.seenMs;
  const expected = before.uptimeMs + elapsed - ROUND;
  return Math.abs(expected - uptimeMs) <= elapsed * DRIFT + LATE_MS
    ? { ...before, uptimeMs, rounds: before.rounds + ROUND, seenMs }
    : { uptimeMs, rounds: 0, seenMs, starts: before.starts + 1 };
}

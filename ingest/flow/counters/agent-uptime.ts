/** The uptime of an sFlow agent counts milliseconds in 32 bits and wraps after 49.7 days. */
const WRAP_MS = 2 ** 32;
/** Tolerated clock drift between two datagrams, and tolerated reordering. */
const MAX_DRIFT = 0.01;
const MAX_REORDER_MS = 60_000;

export interface AgentUptime {
  readonly uptimeMs: number;
  /** Sum of all wraps so far. */
  readonly wrappedMs: number;
  /** Local time of reception. */
  readonly seenMs: number;
  /** Increments with each restart of the agent. */
  readonly restarts: number;
}

/**
 * Compares an uptime with the previous one: a smaller value is a wrap if a wrap was due by the local clock, else a
 * restart.
 */
export function trackAgentUptime(
  before: AgentUptime | undefined,
  uptimeMs: number,
  seenMs: number,
): AgentUptime {
  if (before === undefined) return { uptimeMs, wrappedMs: 0, seenMs, restarts: 0 };
  // Datagrams may arrive out of order.
  if (uptimeMs >= before.uptimeMs - MAX_REORDER_MS)
    return { ...before, uptimeMs: Math.max(uptimeMs, before.uptimeMs), seenMs };
  const elapsed = seenMs - before.seenMs;
  const expected = before.uptimeMs + elapsed - WRAP_MS;
  return Math.abs(expected - uptimeMs) <= elapsed * MAX_DRIFT + MAX_REORDER_MS
    ? { ...before, uptimeMs, wrappedMs: before.wrappedMs + WRAP_MS, seenMs }
    : { uptimeMs, wrappedMs: 0, seenMs, restarts: before.restarts + 1 };
}

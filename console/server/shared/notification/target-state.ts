import type { TargetState } from '#schemas/notification/target-health.ts';

/** Without an attempt for so long, queued notifications count as waiting. */
const WAITING_MS = 60_000;

/** What the delivery log and the queue know about a target. Times are milliseconds since 1970. */
export interface TargetFacts {
  readonly enabled: boolean;
  readonly lastDelivered: number | null;
  /** Start of the failures since the last success or change of the target; null if its last attempt succeeded. */
  readonly failingSince: number | null;
  /** Queued notifications; null if unknown. */
  readonly backlog: number | null;
}

/** Returns what a target does. */
export function targetStateOf(facts: TargetFacts, nowMs: number): TargetState {
  const { enabled, lastDelivered, failingSince, backlog } = facts;
  if (!enabled) return 'paused';
  if (failingSince !== null) return 'failing';
  const isWaiting = (backlog ?? 0) > 0 && nowMs - (lastDelivered ?? 0) > WAITING_MS;
  if (isWaiting) return 'waiting';
  return lastDelivered === null ? 'unused' : 'delivering';
}

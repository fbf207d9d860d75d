import { now } from '#web/lib/clock.ts';

const freshMs = 1_500;
const raised = new Map<string, number>();

/** Notes alarms that were raised while somebody watched. */
export function noteRaised(ids: readonly string[]): void {
  const at = now();
  for (const [id, since] of raised) if (at - since > freshMs) raised.delete(id);
  for (const id of ids) raised.set(id, at);
}

/** Whether the alarm was raised just now: its row may draw attention, once. */
export const isFresh = (id: string): boolean => now() - (raised.get(id) ?? 0) < freshMs;

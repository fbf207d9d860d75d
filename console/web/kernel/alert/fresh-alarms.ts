import { now } from '#web/lib/clock.ts';

const freshMs = 1_500;
const raised = new Map<string, number>();

/** Records alarms raised while the screen is open. */
export function noteRaised(ids: readonly string[]): void {
  const at = now();
  for (const [id, since] of raised) if (at - since > freshMs) raised.delete(id);
  for (const id of ids) raised.set(id, at);
}

/** Whether the alarm was just raised: its row is highlighted once. */
export const isFresh = (id: string): boolean => now() - (raised.get(id) ?? 0) < freshMs;

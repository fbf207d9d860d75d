import { deviceOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { concerns, stateAt } from '#schemas/silence/rules.ts';
import type { SilenceTarget } from '#schemas/silence/rules.ts';
import type { Silence } from '#schemas/silence/silence.ts';
import type { Brief } from './notice-of.ts';

const targetOf = (
  { customer, site, element, alarm, severity }: Brief,
  inventory: Inventory,
): SilenceTarget => ({
  customer: customer.id,
  alarm: alarm.id,
  severity,
  site: site.id,
  element: element.id,
  device: deviceOf(inventory, element.id),
});

/** Tells of events whether a silence held at a time; the silences in force are found once for all of them. */
export function silencedAtTime(
  silences: readonly Silence[],
  inventory: Inventory,
  atMs: number,
): (brief: Brief) => boolean {
  const active = silences.filter((silence) => stateAt(silence, atMs) === 'active');
  return (brief) => {
    if (active.length === 0) return false;
    const target = targetOf(brief, inventory);
    return active.some((silence) => concerns(silence, target));
  };
}

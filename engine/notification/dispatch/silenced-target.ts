import { deviceOf } from '#schemas/inventory/element-of.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { silenceAppliesTo, silenceStateAt, type SilenceTarget } from '#schemas/silence/rules.ts';
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

/**
 * Returns a predicate: whether a silence was active for an event at `atMs`. Active silences are computed
 * once.
 */
export function silencedAtTime(
  silences: readonly Silence[],
  inventory: Inventory,
  atMs: number,
): (brief: Brief) => boolean {
  const active = silences.filter((silence) => silenceStateAt(silence, atMs) === 'active');
  return (brief) => {
    if (active.length === 0) return false;
    const target = targetOf(brief, inventory);
    return active.some((silence) => silenceAppliesTo(silence, target));
  };
}

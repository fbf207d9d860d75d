import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { InventoryElement } from '#schemas/inventory/list/routes.ts';

type Alarm = Pick<AlarmRow, 'element' | 'elementName' | 'site'>;

/** The alarms of an element and of what belongs to it: parts of a device have its name in front of theirs. */
export function alarmsOf<Row extends Alarm>(
  { kind, id, name, site }: Pick<InventoryElement, 'kind' | 'id' | 'name' | 'site'>,
  alarms: readonly Row[],
): readonly Row[] {
  if (kind === 'site') return alarms.filter((alarm) => alarm.site === id);
  const isPart = (alarm: Alarm): boolean =>
    kind === 'device' && alarm.site === site?.id && alarm.elementName.startsWith(`${name} · `);
  return alarms.filter((alarm) => alarm.element === id || isPart(alarm));
}

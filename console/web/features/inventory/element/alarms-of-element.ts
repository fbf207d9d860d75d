import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { PageKind } from '#schemas/dashboard/element/page-kinds.ts';

type Alarm = Pick<AlarmRow, 'element' | 'elementName' | 'elementKind' | 'site'>;

interface Of {
  readonly kind: PageKind;
  readonly id: number;
  readonly name: string;
  readonly site: number | undefined;
}

/** The alarms of an element and of what belongs to it: parts of a device have its name in front of theirs. */
export function alarmsOf<Row extends Alarm>(
  { kind, id, name, site }: Of,
  alarms: readonly Row[],
): readonly Row[] {
  if (kind === 'customer') return alarms;
  if (kind === 'site') return alarms.filter((alarm) => alarm.site === id);
  const isPart = (alarm: Alarm): boolean =>
    kind === 'device' && alarm.site === site && alarm.elementName.startsWith(`${name} · `);
  const isSame = ({ elementKind, elementName }: Alarm): boolean =>
    kind === 'application' && site === undefined && elementKind === 'application' && elementName === name;
  return alarms.filter((alarm) => alarm.element === id || isPart(alarm) || isSame(alarm));
}

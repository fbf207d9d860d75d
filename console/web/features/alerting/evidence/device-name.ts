import type { AlarmRow } from '#schemas/alerting/alert.ts';
import type { ElementKind } from '#schemas/element/kind.ts';

/** Kinds that belong to a device, whose name leads their own (`elementLabel` of the inventory). */
const ofDevice: ReadonlySet<ElementKind> = new Set([
  'interface',
  'class',
  'probe',
  'tunnel',
  'sensor',
  'peer',
]);

/** The name of the device of an alarm's element. Undefined without a device, or where the name does not say it. */
export function deviceNameOf({ elementKind, elementName }: Pick<AlarmRow, 'elementKind' | 'elementName'>) {
  if (elementKind === 'device') return elementName;
  const [device, remaining] = elementName.split(' · ');
  return ofDevice.has(elementKind) && remaining !== undefined ? device : undefined;
}

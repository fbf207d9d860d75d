import { nameColumns } from '#schemas/provisioning/import-columns.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import type { ImportedValue } from './parse-cell.ts';
import type { ParsedLine } from './parse-lines.ts';
import { pathKey, siblingKey } from './stored-inventory.ts';
import type { DeviceRow, MovedInFile, StoredElement, StoredInventory } from './stored-inventory.ts';

interface NamedDevice {
  readonly key: string;
  readonly site: string;
  readonly customer: string;
  readonly name: string;
  address: string | undefined;
}

const shown = (value: ImportedValue | undefined): string | undefined =>
  value === undefined || typeof value === 'object' ? undefined : String(value);

/** The devices that the file names, with their addresses. */
function namedDevices(lines: readonly ParsedLine[]): ReadonlyMap<string, NamedDevice> {
  const named = new Map<string, NamedDevice>();
  for (const { values } of lines) {
    const name = shown(values.get(nameColumns.device));
    if (name === undefined) continue;
    const customer = pathKey('customer', '', shown(values.get(nameColumns.customer)) ?? '');
    const site = pathKey('site', customer, shown(values.get(nameColumns.site)) ?? '');
    const key = pathKey('device', site, name);
    const device = named.get(key) ?? { key, site, customer, name, address: undefined };
    device.address ??= shown(values.get('address'));
    named.set(key, device);
  }
  return named;
}

const signOf = (customer: string, name: string, address: string): string =>
  [customer, siblingKey('device', name), address].join('\u0000');

/** Devices by customer, name and address; those of which there are several are none. */
function bySign<Device>(devices: readonly (readonly [sign: string, Device])[]): ReadonlyMap<string, Device> {
  const unique = new Map<string, Device>();
  const several = new Set<string>();
  for (const [sign, device] of devices) {
    if (unique.has(sign)) several.add(sign);
    unique.set(sign, device);
  }
  for (const sign of several) unique.delete(sign);
  return unique;
}

/**
 * Devices that the file names where they are not stored, while the customer has one of the same name and address at a site under which
 * the file does not name it: they have moved. A device that only has the same name is another one.
 */
export function movedDevices(
  lines: readonly ParsedLine[],
  stored: StoredInventory,
  { sites }: Pick<ImportActor, 'sites'>,
): readonly MovedInFile[] {
  const named = namedDevices(lines);
  const fresh = [...named.values()].filter(({ key }) => !stored.byKey.has(key));
  if (fresh.length === 0) return [];
  const seen = new Map(sites.map(([customer, own]) => [customer, new Set(own)]));
  const left = [...stored.byKey.values()].flatMap((device): [string, StoredElement][] => {
    const customer = device.parent?.parent;
    if (device.level !== 'device' || customer === undefined || named.has(device.key)) return [];
    if (seen.get(customer.row.id)?.has(device.parent?.row.id ?? 0) === false) return [];
    return [[signOf(customer.key, device.name, (device.row as DeviceRow).address), device]];
  });
  const candidates = bySign(left);
  const wanted = bySign(
    fresh.flatMap((one): [string, NamedDevice][] =>
      one.address === undefined ? [] : [[signOf(one.customer, one.name, one.address), one]],
    ),
  );
  return [...wanted].flatMap(([sign, { key, site }]) => {
    const device = candidates.get(sign);
    return device === undefined ? [] : [{ device, key, site }];
  });
}

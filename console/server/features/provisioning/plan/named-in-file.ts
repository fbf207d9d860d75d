import { nameColumns, type ImportField } from '#schemas/provisioning/import-columns.ts';
import type { ImportedValue } from './parse-cell.ts';
import type { LineValues, ParsedLine } from './parse-lines.ts';
import { pathKey } from '../../../shared/inventory/stored-inventory.ts';
import type { NamedDevice, NamedInFile, NamedSite } from '../../../shared/inventory/named-in-file.ts';

const shown = (value: ImportedValue | undefined): string | undefined =>
  value === undefined || typeof value === 'object' ? undefined : String(value);

const numberOf = (values: LineValues, column: ImportField): number | undefined => {
  const value = values.get(column);
  return typeof value === 'number' ? value : undefined;
};

/** The sites and devices that a file names, also in lines that are at fault elsewhere. */
export function namedInFile(lines: readonly ParsedLine[]): NamedInFile {
  const sites = new Map<string, NamedSite>();
  const devices = new Map<string, NamedDevice>();
  for (const { values } of lines) {
    const siteName = shown(values.get(nameColumns.site));
    if (siteName === undefined) continue;
    const customer = pathKey('customer', '', shown(values.get(nameColumns.customer)) ?? '');
    const key = pathKey('site', customer, siteName);
    const none = { latitude: undefined, longitude: undefined };
    const site = sites.get(key) ?? { key, customer, name: siteName, ...none };
    site.latitude ??= numberOf(values, 'latitude');
    site.longitude ??= numberOf(values, 'longitude');
    sites.set(key, site);
    const name = shown(values.get(nameColumns.device));
    if (name === undefined) continue;
    const place = pathKey('device', key, name);
    const device = devices.get(place) ?? { key: place, site: key, customer, name, address: undefined };
    device.address ??= shown(values.get('address'));
    devices.set(place, device);
  }
  return { sites, devices };
}

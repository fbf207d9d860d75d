import { accessColumns } from '#platform/inventory/snmp-access.ts';
import { nameKey } from '#schemas/resource/name-key.ts';
import type { ImportField, ImportLevel } from '#schemas/provisioning/import-columns.ts';
import type { ImportedValue } from './parse-cell.ts';
import type { StoredInventory } from '../../../shared/inventory/stored-inventory.ts';
import type { DescribedElement } from './desired-elements.ts';

export type ImportedCells = Readonly<Record<string, unknown>>;

const noAccess = {
  ...Object.fromEntries(accessColumns.map((name) => [name, null])),
  snmp_port: 161,
};

/** ImportedCells of a new element that the file says nothing about. */
const defaults: Readonly<
  Record<ImportLevel, (desired: DescribedElement, stored: StoredInventory) => ImportedCells>
> = {
  customer: ({ name }, { defaultProfile }) => ({
    name,
    profile_id: defaultProfile,
    recipient_id: 1,
    time_zone: null,
  }),
  site: () => ({ city: '', country: '', region: '', latitude: 0, longitude: 0, networks: [] }),
  device: () => ({ address: '', vendor: '', model: '', ...noAccess, snmp_credential_id: null }),
  interface: () => ({ if_alias: '', bandwidth_in_bps: null, bandwidth_out_bps: null }),
};

/** Cells that hold what their column says. */
export const plainCells: Partial<Record<ImportField, string>> = {
  customerName: 'name',
  recipientId: 'recipient_id',
  timeZone: 'time_zone',
  city: 'city',
  country: 'country',
  region: 'region',
  latitude: 'latitude',
  longitude: 'longitude',
  networks: 'networks',
  address: 'address',
  vendor: 'vendor',
  model: 'model',
  snmpPort: 'snmp_port',
  alias: 'if_alias',
  bandwidthIn: 'bandwidth_in_bps',
  bandwidthOut: 'bandwidth_out_bps',
};

/** A device that follows a credential holds a copy of its cells. */
function credentialCells(value: ImportedValue, { credentials }: StoredInventory): ImportedCells {
  const credential = credentials.get(nameKey(String(value)));
  if (credential === undefined) return {};
  const access = Object.fromEntries(accessColumns.map((name) => [name, credential[name]]));
  return { ...access, snmp_credential_id: credential.id };
}

function givenCells(column: ImportField, value: ImportedValue, stored: StoredInventory): ImportedCells {
  const plain = plainCells[column];
  if (plain !== undefined) return { [plain]: value };
  if (column === 'profile') return { profile_id: stored.profiles.get(nameKey(String(value)))?.id ?? 0 };
  return column === 'credential' ? credentialCells(value, stored) : {};
}

export interface ElementCells {
  /** Undefined for a new element. */
  readonly before: ImportedCells | undefined;
  readonly after: ImportedCells;
  /** Names of the cells that differ. */
  readonly fields: readonly string[];
}

/** The cells of an element as they are and as the file wants them. */
export function describedCells(desired: DescribedElement, stored: StoredInventory): ElementCells {
  const empty = defaults[desired.level](desired, stored);
  const row = desired.stored?.row as ImportedCells | undefined;
  const before = row && Object.fromEntries(Object.keys(empty).map((name) => [name, row[name]]));
  const after: Record<string, unknown> = { ...(before ?? empty) };
  for (const { column, value } of desired.given) Object.assign(after, givenCells(column, value, stored));
  // A credential has a port as well: that of the file is of the device.
  const port = desired.given.get('snmpPort');
  if (port !== undefined) after['snmp_port'] = port.value;
  const fields =
    before === undefined
      ? []
      : Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  // Sealed texts of one secret differ each time: a device that follows the credential already has its cells.
  const follows = before !== undefined && before['snmp_credential_id'] === after['snmp_credential_id'];
  if (!follows) return { before, after, fields };
  const ownPort = port === undefined ? {} : { snmp_port: port.value };
  const isOwn = (name: string): boolean => !name.startsWith('snmp_') || name in ownPort;
  return { before, after: { ...after, ...snmpOf(before), ...ownPort }, fields: fields.filter(isOwn) };
}

const snmpOf = (cells: ImportedCells): ImportedCells =>
  Object.fromEntries(Object.entries(cells).filter(([name]) => name.startsWith('snmp_')));

import type { NetworkFileInput } from '#schemas/inventory/network-file.ts';
import type { NewDevice } from '#schemas/inventory/add-device.ts';
import type { PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { Fault } from '#schemas/problem/fault.ts';

type FileCustomer = NetworkFileInput['customers'][number];
type FileSite = NonNullable<FileCustomer['sites']>[number];
type FileDevice = NonNullable<FileSite['devices']>[number];

/** The access as a network file states it. */
export function accessInFile(access: NewDevice['access']): Pick<FileDevice, 'snmp' | 'credential'> {
  if (access.version === 'none') return {};
  if (access.version === 'stored') return { credential: access.credential };
  if (access.version !== 'v3') return { snmp: access };
  const { auth, priv, ...user } = access;
  return { snmp: { ...user, ...(auth && { auth }), ...(priv && { priv }) } };
}

export interface DevicePlace {
  readonly customer: Omit<FileCustomer, 'sites'>;
  readonly site: Omit<FileSite, 'devices'>;
}

/** A network file with one device. */
export function deviceDocument(
  { device, access }: NewDevice,
  { customer, site }: DevicePlace,
  interfaces: FileDevice['interfaces'],
): NetworkFileInput {
  const { name, address, exportsFlows } = device;
  const exporters = exportsFlows ? [address] : [];
  const devices = [{ name, address, exporters, interfaces, ...accessInFile(access) }];
  return { customers: [{ ...customer, sites: [{ ...site, devices }] }] };
}

/** Fields of the form by the end of the path in the file. */
const fields: readonly (readonly [RegExp, string])[] = [
  [/ devices 0 exporters/, 'device.address'],
  [/ devices 0 interfaces/, 'device.interfaces'],
  [/ devices 0 credential/, 'access.credential'],
  [/ devices 0 snmp (.*)/, 'access.$1'],
  [/ devices 0 (name|address)/, 'device.$1'],
  [/ sites 0 (\w+)/, 'site.$1'],
  [/^customers 0 (\w+)/, 'customer.$1'],
];

/** The field of the form at which a fault of its file is shown. */
export function formFault({ path, code, params }: PlacedFault): Fault {
  const steps = path.join(' ');
  const [pattern, field] = fields.find(([one]) => one.test(steps)) ?? [/.*/, ''];
  const at = field.replace('$1', pattern.exec(steps)?.[1]?.replaceAll(' ', '.') ?? '');
  return { path: at === '' ? 'body' : `body.${at}`, code, ...(params && { params }) };
}

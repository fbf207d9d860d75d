import { canonicalAddress } from '../address/address.ts';
import { nameKey } from '../resource/name-key.ts';
import { pathText, type FaultPath, type PlacedFault } from './network-file-fault.ts';

/** A node of an unvalidated file: rule faults are reported together with schema faults. */
interface Node {
  readonly path: FaultPath;
  readonly value: Readonly<Record<string, unknown>>;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nodes({ path, value }: Node, key: string): readonly Node[] {
  const list = value[key];
  if (!Array.isArray(list)) return [];
  return list.flatMap((item, index) =>
    isRecord(item) ? [{ path: [...path, key, index], value: item }] : [],
  );
}

const textAt = ({ value }: Node, key: string): string | undefined => {
  const cell = value[key];
  return typeof cell === 'string' ? cell.trim() : undefined;
};

interface Place {
  readonly path: FaultPath;
  readonly key: string | undefined;
  /** The key as written. */
  readonly name?: string | undefined;
}

/** Returns a fault for every repeated key. */
function repeated(
  places: readonly Place[],
  faultFor: (key: string, other: string) => Pick<PlacedFault, 'code' | 'params'>,
): readonly PlacedFault[] {
  const first = new Map<string, FaultPath>();
  return places.flatMap(({ path, key, name = key }) => {
    if (key === undefined) return [];
    const earlier = first.get(key);
    if (earlier !== undefined) return [{ path, ...faultFor(name ?? '', pathText(earlier)) }];
    first.set(key, path);
    return [];
  });
}

const repeatedEntry = (_key: string, other: string) =>
  ({ code: 'NETWORK_ENTRY_REPEATED', params: { other } }) as const;

type Same = (name: string) => string;
/** Devices name their interfaces as they like, also apart by case alone. */
const asWritten: Same = (name) => name;

const once = (siblings: readonly Node[], key: string, same: Same): readonly PlacedFault[] =>
  repeated(
    siblings.map((node) => {
      const name = textAt(node, key);
      return { path: [...node.path, key], key: name && same(name), name };
    }),
    (name, other) => ({ code: 'NETWORK_NAME_REPEATED', params: { name, other } }),
  );

function exporterPlaces(device: Node): readonly Place[] {
  const list = device.value['exporters'];
  if (!Array.isArray(list)) return [];
  return list.map((address: unknown, index) => ({
    path: [...device.path, 'exporters', index],
    key: typeof address === 'string' ? canonicalAddress(address) : undefined,
  }));
}

/** An address is unique within a collection sub-network. */
function exporterFaults(customers: readonly Node[]): readonly PlacedFault[] {
  const networks = Map.groupBy(customers, ({ value }) => value['recipientId'] ?? 1);
  return [...networks.values()].flatMap((members) => {
    const devices = members
      .flatMap((customer) => nodes(customer, 'sites'))
      .flatMap((site) => nodes(site, 'devices'));
    return repeated(
      devices.flatMap((device) => exporterPlaces(device)),
      (address, other) => ({ code: 'NETWORK_EXPORTER_TAKEN', params: { address, other } }),
    );
  });
}

/** An address belongs to one device of a customer; the networks of customers overlap. */
const addressFaults = (customer: Node): readonly PlacedFault[] => {
  const first = new Map<string, { readonly path: FaultPath; readonly name: string | undefined }>();
  const devices = nodes(customer, 'sites').flatMap((site) => nodes(site, 'devices'));
  return devices.flatMap((device): readonly PlacedFault[] => {
    const address = canonicalAddress(textAt(device, 'address') ?? '');
    if (address === undefined) return [];
    const path = [...device.path, 'address'];
    const other = first.get(address);
    if (other === undefined) first.set(address, { path, name: textAt(device, 'name') });
    if (other === undefined) return [];
    const params = { address, other: other.name ?? pathText(other.path) };
    return [{ path, code: 'NETWORK_ADDRESS_REPEATED', params, repeats: other.path }];
  });
};

/** Names and source keys of components are unique per kind and device. */
function componentFaults(device: Node): readonly PlacedFault[] {
  const components = nodes(device, 'components').map((node) => ({
    path: node.path,
    kind: textAt(node, 'kind'),
    source: textAt(node, 'source'),
    name: textAt(node, 'name'),
    key: textAt(node, 'key') ?? textAt(node, 'name'),
  }));
  return [
    ...repeated(
      components.map(({ path, kind, name }) => ({
        path: [...path, 'name'],
        key: JSON.stringify([kind, name]),
      })),
      repeatedEntry,
    ),
    ...repeated(
      components.map(({ path, kind, source, key }) => ({
        path: [...path, 'key'],
        key: JSON.stringify([kind, source, key]),
      })),
      repeatedEntry,
    ),
  ];
}

const attributionFaults = (device: Node): readonly PlacedFault[] =>
  repeated(
    nodes(device, 'attribution').map(({ path, value }) => {
      const { interface: port, vpn, vrf, agent, process } = value;
      return { path, key: JSON.stringify([port, vpn, vrf, agent, process]) };
    }),
    repeatedEntry,
  );

/** The identity of an alarm within its cockpit, as in the database. */
function alarmKey({ value }: Node): string {
  const { kpi, operator = '>', threshold, severity, outliers = 1, measures = 1 } = value;
  return JSON.stringify([kpi, operator, threshold, severity, outliers, measures]);
}

const alarmFaults = (cockpit: Node): readonly PlacedFault[] =>
  repeated(
    nodes(cockpit, 'alarms').map((alarm) => ({ path: alarm.path, key: alarmKey(alarm) })),
    repeatedEntry,
  );

/** Returns the uniqueness faults of a file. Takes the parsed value, valid or not. */
export function networkFileRules(file: unknown): readonly PlacedFault[] {
  if (!isRecord(file)) return [];
  const root: Node = { path: [], value: file };
  const customers = nodes(root, 'customers');
  const sites = customers.map((customer) => nodes(customer, 'sites'));
  const devices = sites.flat().map((site) => nodes(site, 'devices'));
  const interfaces = devices.flat().map((device) => nodes(device, 'interfaces'));
  const cockpits = nodes(root, 'cockpits');
  return [
    ...once(customers, 'clientId', nameKey),
    ...[...sites, ...devices, cockpits].flatMap((siblings) => once(siblings, 'name', nameKey)),
    ...interfaces.flatMap((siblings) => once(siblings, 'name', asWritten)),
    ...exporterFaults(customers),
    ...customers.flatMap(addressFaults),
    ...devices.flat().flatMap(attributionFaults),
    ...devices.flat().flatMap(componentFaults),
    ...cockpits.flatMap((cockpit) => alarmFaults(cockpit)),
  ];
}

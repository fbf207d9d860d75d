import { canonicalAddress } from './network-file-address.ts';
import type { FaultPath, PlacedFault } from './network-file-fault.ts';
import { pathText } from './network-file-fault.ts';

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
}

/** Returns a fault for every repeated key. */
function repeated(
  places: readonly Place[],
  say: (key: string, first: string) => string,
): readonly PlacedFault[] {
  const first = new Map<string, FaultPath>();
  return places.flatMap(({ path, key }) => {
    if (key === undefined) return [];
    const earlier = first.get(key);
    if (earlier !== undefined) return [{ path, message: say(key, pathText(earlier)) }];
    first.set(key, path);
    return [];
  });
}

const once = (siblings: readonly Node[], key: string): readonly PlacedFault[] =>
  repeated(
    siblings.map((node) => ({ path: [...node.path, key], key: textAt(node, key) })),
    (name, earlier) => `"${name}" is already used by ${earlier}`,
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
      (address, earlier) => `exporter ${address} already belongs to ${earlier}`,
    );
  });
}

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
      (_, earlier) => `the same name as ${earlier}`,
    ),
    ...repeated(
      components.map(({ path, kind, source, key }) => ({
        path: [...path, 'key'],
        key: JSON.stringify([kind, source, key]),
      })),
      (_, earlier) => `the same key as ${earlier}`,
    ),
  ];
}

const attributionFaults = (device: Node): readonly PlacedFault[] =>
  repeated(
    nodes(device, 'attribution').map(({ path, value }) => {
      const { interface: port, vpn, vrf, agent, process } = value;
      return { path, key: JSON.stringify([port, vpn, vrf, agent, process]) };
    }),
    (_, earlier) => `the same flows as ${earlier}`,
  );

/** The identity of an alarm within its cockpit, as in the database. */
function alarmKey({ value }: Node): string {
  const { kpi, operator = '>', threshold, severity, outliers = 1, measures = 1 } = value;
  return JSON.stringify([kpi, operator, threshold, severity, outliers, measures]);
}

const alarmFaults = (cockpit: Node): readonly PlacedFault[] =>
  repeated(
    nodes(cockpit, 'alarms').map((alarm) => ({ path: alarm.path, key: alarmKey(alarm) })),
    (_, earlier) => `the same alarm as ${earlier}`,
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
    ...once(customers, 'clientId'),
    ...[...sites, ...devices, ...interfaces, cockpits].flatMap((siblings) => once(siblings, 'name')),
    ...exporterFaults(customers),
    ...devices.flat().flatMap(attributionFaults),
    ...devices.flat().flatMap(componentFaults),
    ...cockpits.flatMap((cockpit) => alarmFaults(cockpit)),
  ];
}

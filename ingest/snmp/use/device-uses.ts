import {
  builtInKeyOf,
  BGP_PEERS,
  HEALTH_CHECKS,
  IP_SLA,
  IP_SLA_STATISTICS,
  LINE_SPEED,
  QOS_CLASSES,
  SENSORS,
  TUNNEL_STATE,
} from '#schemas/polling/built-in.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import type { ComponentEntry } from '#schemas/inventory/snapshot.ts';
import type { PollingPlan } from '../catalogue/polling-plan.ts';
import { isHealthCheckKey } from '../component/health-checks.ts';
import { hasStatistics, objectsPerGroup } from '../component/read-statistics.ts';
import { isTablePoller } from '../device/defined-values.ts';
import type { DeviceMemory } from '../device/device-memory.ts';
import type { Extras } from '../device/extras.ts';
import { classObjects } from '../qos/read.ts';

/** What a poller reads of one device. */
export interface DeviceUse {
  readonly objects: number;
  /** Values that its objects gave at the last poll; undefined for a built-in poller. */
  readonly values: number | undefined;
  /** Its rows are found by a walk. */
  readonly walks: boolean;
}

export interface UsedDevice {
  readonly memory: DeviceMemory;
  readonly plan: PollingPlan;
  readonly components: readonly ComponentEntry[];
}

const keyByCounter = new Map<number, string>(
  Object.entries(counters).map(([name, { id }]) => [id, builtInKeyOf(name)]),
);

/** Built-in poller of a component. */
const componentPollers: Readonly<Record<ComponentEntry['kind'], (key: string) => string | undefined>> = {
  class: () => QOS_CLASSES,
  probe: () => IP_SLA,
  tunnel: (key) => (isHealthCheckKey(key) ? HEALTH_CHECKS : TUNNEL_STATE),
  sensor: () => SENSORS,
  peer: () => BGP_PEERS,
  collector: () => undefined,
};

type Add = (poller: string, objects: number, use?: Partial<DeviceUse>) => void;

/** Each port has one object of each column. */
function addPorts({ memory, plan }: UsedDevice, add: Add): void {
  const ports = memory.ports?.size ?? 0;
  if (ports === 0) return;
  for (const { id } of plan.interfaceCounters) add(keyByCounter.get(id) ?? '', ports);
  if (plan.speed) add(LINE_SPEED, ports);
  for (const { id } of plan.ofInterface)
    add(String(id), ports, { values: memory.lastDefinedValues.get(id) ?? 0 });
}

function addComponents({ components }: UsedDevice, learned: Extras['components'], add: Add): void {
  const known = new Map(components.map((one) => [one.id, one]));
  for (const one of learned) {
    const entry = known.get(one.id);
    const poller = entry === undefined ? undefined : componentPollers[entry.kind](entry.key);
    if (poller !== undefined) add(poller, one.oids.length, { walks: true });
    if (hasStatistics(one)) add(IP_SLA_STATISTICS, objectsPerGroup(one.statistics.shape), { walks: true });
  }
}

function addExtras(device: UsedDevice, { pollers, defined, classes, components }: Extras, add: Add): void {
  for (const { poller, rows } of pollers)
    add(poller.key, rows.length * Object.keys(poller.values).length, { walks: true });
  for (const { poller, oids } of defined)
    add(String(poller.id), oids.length, {
      values: device.memory.lastDefinedValues.get(poller.id) ?? 0,
      walks: isTablePoller(poller),
    });
  add(QOS_CLASSES, classObjects(classes), { walks: true });
  addComponents(device, components, add);
}

/** What each poller reads in a poll of a device, by its id or key; pollers that read nothing are left out. */
export function deviceUses(device: UsedDevice): ReadonlyMap<string, DeviceUse> {
  const uses = new Map<string, DeviceUse>();
  const add: Add = (poller, objects, { values, walks = false } = {}) => {
    if (objects === 0) return;
    const sum = objects + (uses.get(poller)?.objects ?? 0);
    uses.set(poller, { objects: sum, values, walks });
  };
  addPorts(device, add);
  if (device.memory.extras !== undefined) addExtras(device, device.memory.extras, add);
  return uses;
}

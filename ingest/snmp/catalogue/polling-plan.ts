import {
  BGP_PEERS,
  builtInKeyOf,
  HEALTH_CHECKS,
  IP_SLA,
  IP_SLA_STATISTICS,
  LINE_SPEED,
  QOS_CLASSES,
  SENSORS,
  TUNNEL_STATE,
} from '#schemas/polling/built-in.ts';
import { counters } from '#schemas/counter/catalogue.ts';
import { devicePollers } from '#schemas/polling/device-pollers.ts';
import type { DevicePoller } from '#schemas/polling/device-poller.ts';
import type { ActivePoller, PollingConfiguration } from '#schemas/polling/poller.ts';
import { interfaceCounters, type InterfaceCounter } from '../interface/objects.ts';

/** What is polled under the current configuration. A changed plan is a new object. */
export interface PollingPlan {
  readonly interfaceCounters: readonly InterfaceCounter[];
  readonly speed: boolean;
  readonly classes: boolean;
  /** Probes in the inventory. */
  readonly probes: boolean;
  /** Their hourly statistics, if the device keeps them. */
  readonly statistics: boolean;
  readonly tunnels: boolean;
  readonly healthChecks: boolean;
  readonly sensors: boolean;
  readonly peers: boolean;
  readonly devicePollers: readonly DevicePoller[];
  /** Administrator-defined pollers. */
  readonly ofDevice: readonly ActivePoller[];
  readonly ofInterface: readonly ActivePoller[];
}

const keyById = new Map<number, string>(
  Object.entries(counters).map(([name, { id }]) => [id, builtInKeyOf(name)]),
);

export function planOf({ pollers, deactivated }: PollingConfiguration): PollingPlan {
  const off = new Set(deactivated);
  return {
    interfaceCounters: interfaceCounters.filter(({ id }) => !off.has(keyById.get(id) ?? '')),
    speed: !off.has(LINE_SPEED),
    classes: !off.has(QOS_CLASSES),
    probes: !off.has(IP_SLA),
    statistics: !off.has(IP_SLA_STATISTICS),
    tunnels: !off.has(TUNNEL_STATE),
    healthChecks: !off.has(HEALTH_CHECKS),
    sensors: !off.has(SENSORS),
    peers: !off.has(BGP_PEERS),
    devicePollers: devicePollers.filter(({ key }) => !off.has(key)),
    ofDevice: pollers.filter(({ level }) => level === 'device'),
    ofInterface: pollers.filter(({ level }) => level === 'interface'),
  };
}

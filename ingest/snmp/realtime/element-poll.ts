import type { ComponentEntry, DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { realtimeElement } from '#schemas/realtime/polled-element.ts';
import type { RealtimeKind } from '#schemas/realtime/realtime.ts';
import type { PollingPlan } from '../catalogue/polling-plan.ts';
import { interfaceCounters } from '../interface/objects.ts';
import { devicePollers } from '#schemas/polling/device-pollers.ts';

/** What is read of an element every second: nothing else of its device. */
export interface ElementPoll {
  readonly element: number;
  readonly kind: RealtimeKind;
  readonly device: DeviceEntry;
  readonly interfaces: readonly InterfaceEntry[];
  readonly components: readonly ComponentEntry[];
  readonly plan: PollingPlan;
}

/** Whatever is deactivated for the regular polls is read too: a user looks for a cause. */
const nothing: PollingPlan = {
  interfaceCounters: [],
  speed: false,
  classes: false,
  probes: false,
  statistics: false,
  tunnels: false,
  healthChecks: false,
  sensors: false,
  peers: false,
  devicePollers: [],
  ofDevice: [],
  ofInterface: [],
};
const plans: Readonly<Record<RealtimeKind, PollingPlan>> = {
  device: { ...nothing, devicePollers: devicePollers.filter(({ subject }) => subject !== 'probe') },
  interface: { ...nothing, interfaceCounters, speed: true },
  class: { ...nothing, classes: true },
};

/** What to read of an element; undefined if no poller can. */
export function elementPollOf(inventory: Inventory, element: number): ElementPoll | undefined {
  const found = realtimeElement(inventory, element);
  if (found === undefined) return undefined;
  return {
    ...found,
    element,
    plan: plans[found.kind],
    interfaces: [inventory.interfaces.get(element)].filter((one) => one !== undefined),
    components: [inventory.components?.get(element)].filter((one) => one !== undefined),
  };
}

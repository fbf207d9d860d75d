import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { pollingStateOf } from '#schemas/collector/polling-state-of.ts';
import {
  listAllPollingStates,
  listPollingStates,
  type DevicePollingState,
} from '#schemas/collector/polling-state.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { LineFindings } from '../../shared/line/line-findings.ts';
import { readLateReports, readPollerReports } from './polling-reports.ts';

export interface PollingStateNeeds {
  readonly bus: Pick<Bus, 'requestAll'>;
  readonly inventory: InventoryCache;
  readonly findings: () => Promise<LineFindings>;
}

/** Interfaces of the device about whose lines anything was found out. */
const linesOf = (
  { interfaces }: DeviceEntry,
  { interfaces: all }: Inventory,
  found: LineFindings,
): DevicePollingState['lines'] =>
  interfaces.flatMap((id) => {
    const [findings, name] = [found.get(id), all.get(id)?.name];
    return findings === undefined || name === undefined
      ? []
      : [{ interface: id, name, findings: [...findings] }];
  });

/** The polling state of devices. The list of devices comes from the inventory, the states from pollers and engines. */
export function pollingStatePlugin(
  app: FastifyInstance,
  { bus, inventory, findings }: PollingStateNeeds,
): void {
  const readStates = async (isVisible: (device: DeviceEntry) => boolean): Promise<DevicePollingState[]> => {
    const [reports, late, found] = await Promise.all([
      readPollerReports(bus),
      readLateReports(bus),
      findings(),
    ]);
    const { current } = inventory;
    return [...current.devices.values()].filter(isVisible).map((device) => {
      const active = isDeviceCollected(current, device);
      const lines = linesOf(device, current, found);
      return pollingStateOf({ ...device, active }, reports.get(device.id), {
        late: late.get(device.id),
        lines,
      });
    });
  };
  serve(app, listPollingStates, async ({ params, caller, query }) => {
    const chosen = query.devices && new Set(query.devices);
    const isChosen = (device: DeviceEntry): boolean =>
      device.customer === params.customerId && chosen?.has(device.id) !== false && seesSite(caller, device);
    return { devices: await readStates(isChosen) };
  });
  serve(app, listAllPollingStates, async ({ caller, query }) => {
    const devices = await readStates(
      (device) => caller.customers.has(device.customer) && seesSite(caller, device),
    );
    return { devices: devices.filter(({ state }) => query.state === undefined || state === query.state) };
  });
}

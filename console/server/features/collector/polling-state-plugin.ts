import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { pollingStateOf } from '#schemas/collector/polling-state-of.ts';
import { listAllPollingStates, listPollingStates } from '#schemas/collector/polling-state.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import { serve } from '../../kernel/route/serve.ts';
import { readLateReports, readPollerReports } from './polling-reports.ts';

export interface PollingStateNeeds {
  readonly bus: Pick<Bus, 'requestAll'>;
  readonly inventory: InventoryCache;
}

/** The polling state of devices. The list of devices comes from the inventory, the states from pollers and engines. */
export function pollingStatePlugin(app: FastifyInstance, { bus, inventory }: PollingStateNeeds): void {
  const readStates = async (isVisible: (device: DeviceEntry) => boolean): Promise<DevicePollingState[]> => {
    const [reports, late] = await Promise.all([readPollerReports(bus), readLateReports(bus)]);
    return [...inventory.current.devices.values()].filter(isVisible).map((device) => {
      const active = isDeviceCollected(inventory.current, device);
      return pollingStateOf({ ...device, active }, reports.get(device.id), late.get(device.id));
    });
  };
  serve(app, listPollingStates, async ({ params, caller }) => ({
    devices: await readStates((device) => device.customer === params.customerId && seesSite(caller, device)),
  }));
  serve(app, listAllPollingStates, async ({ caller, query }) => {
    const devices = await readStates(
      (device) => caller.customers.has(device.customer) && seesSite(caller, device),
    );
    return { devices: devices.filter(({ state }) => query.state === undefined || state === query.state) };
  });
}

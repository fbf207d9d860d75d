import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { subjects } from '#schemas/bus/subject.ts';
import { PolledDevice } from '#schemas/collector/polled-device.ts';
import { pollingStateOf } from '#schemas/collector/polling-state-of.ts';
import { listAllPollingStates, listPollingStates } from '#schemas/collector/polling-state.ts';
import type { DevicePollingState } from '#schemas/collector/polling-state.ts';
import type { DeviceEntry } from '#schemas/inventory/snapshot.ts';
import { seesSite } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';

export interface PollingStateNeeds {
  readonly bus: Pick<Bus, 'request'>;
  readonly inventory: InventoryCache;
}

const PolledDevices = z.array(PolledDevice);

/** The polling state of devices. The list of devices comes from the inventory, the states from the pollers. */
export function pollingStatePlugin(app: FastifyInstance, { bus, inventory }: PollingStateNeeds): void {
  const readReports = async (): Promise<ReadonlyMap<number, PolledDevice>> => {
    try {
      const list = PolledDevices.parse(unpackJson(await bus.request(subjects.polledDevices, '')));
      return new Map(list.map((report) => [report.device, report]));
    } catch (error) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'poller' }, cause: error });
    }
  };
  const readStates = async (isVisible: (device: DeviceEntry) => boolean): Promise<DevicePollingState[]> => {
    const reports = await readReports();
    return [...inventory.current.devices.values()]
      .filter(isVisible)
      .map((device) => pollingStateOf(device, reports.get(device.id)));
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

import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { builtInPollers } from '#schemas/polling/built-in.ts';
import {
  listPollerUses,
  MAX_USE_DEVICES,
  readPollerDependents,
  type PollerDependents,
} from '#schemas/polling/poller-use.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { serve } from '../../kernel/route/serve.ts';
import { seenDevices, type DeviceViewer } from './polled-devices.ts';
import { kpisOf } from './poller-kpis.ts';
import type { PollingRepository } from './polling-repository.ts';
import { readUseReports, type UseReport } from './read-use-reports.ts';

export interface PollerUseNeeds {
  readonly pollers: PollingRepository;
  readonly inventory: InventoryCache;
  readonly bus: Pick<Bus, 'requestAll'>;
}

const unused = (id: string) => ({ id, devices: 0, objects: 0, values: null, requests: 0 });

/** What pollers read, on which devices, and what depends on it. */
export function pollerUsePlugin(app: FastifyInstance, { pollers, inventory, bus }: PollerUseNeeds): void {
  const countersOf = async (id: string): Promise<readonly string[]> => {
    const builtIn = builtInPollers.find(({ key }) => key === id);
    const found = builtIn ?? (await pollers.list()).find((row) => String(row.id) === id);
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found.counters;
  };
  const nameDevices = (viewer: DeviceViewer, { listed }: UseReport) =>
    listed
      .flatMap((use) => {
        const device = inventory.current.devices.get(use.device);
        if (device === undefined) return [];
        const { name, customer } = device;
        return [{ ...use, name, customer, customerName: viewer.customers.get(customer)?.name ?? '' }];
      })
      .sort(
        (one, other) =>
          Number(one.values === 0) - Number(other.values === 0) || compareNames(one.name, other.name),
      )
      .slice(0, MAX_USE_DEVICES);

  serve(app, listPollerUses, async ({ caller }) => {
    const query = { devices: seenDevices(caller, inventory.current), poller: null };
    try {
      const { intervalMs, devices, interfaces, uses } = await readUseReports(bus, query);
      return { intervalMs, devices, interfaces, uses };
    } catch (cause) {
      throw new ProblemError('UNAVAILABLE', { params: { tier: 'poller' }, cause });
    }
  });
  serve(app, readPollerDependents, async ({ params: { id }, caller }): Promise<PollerDependents> => {
    const counters = await countersOf(id);
    const query = { devices: seenDevices(caller, inventory.current), poller: id };
    const [defined, report] = await Promise.all([
      pollers.listFormulas(),
      readUseReports(bus, query).catch(() => undefined),
    ]);
    return {
      kpis: kpisOf(counters, defined),
      read:
        report === undefined
          ? null
          : {
              intervalMs: report.intervalMs,
              use: report.uses.find((use) => use.id === id) ?? unused(id),
              devices: nameDevices(caller, report),
            },
    };
  });
}

import type { BlockList } from 'node:net';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { collect, runCooperatively, type Steps } from '#platform/clock/steps.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { blockedKind, networkList } from '#platform/outbound/internal-address.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  deviceReason,
  placeReason,
  type MonitoredPlace,
  type UnmonitoredReason,
} from '#schemas/alerting/monitoring/monitoring.ts';
import type { MonitoringState, Unmonitored } from '#schemas/alerting/monitoring/routes.ts';
import { isDeviceCollected, isSiteCollected } from '#schemas/inventory/collected.ts';
import { managedDevices } from '#schemas/inventory/managed-devices.ts';
import type { DeviceEntry, Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { refusalOfKind, type AddressRefusal } from '#schemas/polling/address-refusal.ts';
import { sitesSeenBy, type Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { readActiveDefinitions } from './active-definitions.ts';
import { readRecentData, type RecentData } from './monitoring-queries.ts';

interface MonitoringNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  /** Loopback and link-local networks in which devices are polled. */
  readonly allowedNetworks: readonly string[];
}

/** What is known of the customers that are looked at. */
interface Facts {
  readonly inventory: Inventory;
  readonly data: RecentData;
  readonly managed: ReturnType<typeof managedDevices>;
  readonly hasDefinition: (customer: number) => boolean;
}

/** A place with the reasons of its parts. */
interface Judged {
  readonly reason: UnmonitoredReason | undefined;
  /** A device whose address must not be called. */
  readonly refused: Unmonitored['refused'];
}

type JudgedSites = ReadonlyMap<number, readonly { readonly site: SiteEntry; readonly judged: Judged }[]>;

const DEVICES_PER_STEP = 256;
const neverAborted = new AbortController().signal;

const shown = ({ reason, refused }: Judged): Unmonitored | null => {
  if (reason === undefined) return null;
  return reason === 'address refused' && refused !== undefined ? { reason, refused } : { reason };
};

/** Judges which customers, sites and devices are monitored, as far as a caller sees them. */
export class MonitoringReader {
  readonly #needs: MonitoringNeeds;
  readonly #allowed: BlockList;
  /** By inventory, which is replaced when it changes. */
  #managed: { readonly of: Inventory; readonly devices: Facts['managed'] } | undefined;

  constructor(needs: MonitoringNeeds) {
    this.#needs = needs;
    this.#allowed = networkList(needs.allowedNetworks);
  }

  /** Also of one device, if it is named. Throws NOT_FOUND for one that the caller does not see. */
  async readCustomer(caller: Caller, customer: number, device?: number): Promise<MonitoringState> {
    const named = device === undefined ? undefined : this.#seenDevice(caller, customer, device);
    const facts = await this.#facts([customer]);
    const sites = (await this.#sites(facts, caller, new Set([customer]))).get(customer) ?? [];
    const all = sites.map(({ judged }) => judged);
    return {
      customer: shown(this.#place(all, facts.hasDefinition(customer))),
      sites: sites.flatMap(({ site, judged }) => {
        const unmonitored = shown(judged);
        return unmonitored === null ? [] : [{ site: site.id, ...unmonitored }];
      }),
      ...(named && { device: shown(this.#device(facts, named)) }),
    };
  }

  async readCustomers(caller: Caller): Promise<(Unmonitored & { readonly customer: number })[]> {
    const customers = [...caller.customers.keys()];
    if (customers.length === 0) return [];
    const facts = await this.#facts(customers);
    const sites = await this.#sites(facts, caller, new Set(customers));
    return customers.flatMap((customer) => {
      const judged = (sites.get(customer) ?? []).map((each) => each.judged);
      const unmonitored = shown(this.#place(judged, facts.hasDefinition(customer)));
      return unmonitored === null ? [] : [{ customer, ...unmonitored }];
    });
  }

  #seenDevice(caller: Caller, customer: number, id: number): DeviceEntry {
    const device = this.#needs.inventory.current.devices.get(id);
    const isSeen = device !== undefined && sitesSeenBy(caller, customer)?.has(device.site) !== false;
    if (device?.customer !== customer || !isSeen) throw new ProblemError('NOT_FOUND');
    return device;
  }

  async #facts(customers: readonly number[]): Promise<Facts> {
    const { db, clickhouse, clock, inventory } = this.#needs;
    const [data, hasDefinition] = await Promise.all([
      readRecentData(clickhouse, customers, clock.now().getTime()),
      readActiveDefinitions(db),
    ]);
    const { current } = inventory;
    if (this.#managed?.of !== current) this.#managed = { of: current, devices: managedDevices(current) };
    return { inventory: current, data, managed: this.#managed.devices, hasDefinition };
  }

  /** The sites of customers that the caller sees, by customer, judged without blocking other requests. */
  async #sites(facts: Facts, caller: Caller, customers: ReadonlySet<number>): Promise<JudgedSites> {
    const run = { clock: this.#needs.clock, signal: neverAborted };
    return (await runCooperatively(this.#siteSteps(facts, caller, customers), run)) as JudgedSites;
  }

  *#siteSteps(facts: Facts, caller: Caller, customers: ReadonlySet<number>): Steps<JudgedSites> {
    const { inventory, data, hasDefinition } = facts;
    const parts = new Map<number, Judged[]>();
    for (const [at, device] of inventory.devices.values().map((each, index) => [index, each] as const)) {
      if (at % DEVICES_PER_STEP === 0) yield undefined;
      if (!customers.has(device.customer)) continue;
      const own = parts.get(device.site);
      const judged = this.#device(facts, device);
      if (own === undefined) parts.set(device.site, [judged]);
      else own.push(judged);
    }
    const isSeen = ({ id, customer }: SiteEntry): boolean =>
      customers.has(customer) && sitesSeenBy(caller, customer)?.has(id) !== false;
    const judged = yield* collect(inventory.sites.values(), (site) =>
      isSeen(site)
        ? {
            site,
            judged: this.#place(parts.get(site.id) ?? [], hasDefinition(site.customer), {
              hasFlows: data.sites.has(site.id),
              isDeactivated: !isSiteCollected(inventory, site.id),
            }),
          }
        : undefined,
    );
    return Map.groupBy(judged, ({ site }) => site.customer);
  }

  #place(parts: readonly Judged[], hasDefinition: boolean, own: Omit<MonitoredPlace, 'parts'> = {}): Judged {
    return {
      reason: placeReason({ ...own, parts: parts.map(({ reason }) => reason) }, hasDefinition),
      refused: parts.find(({ refused }) => refused !== undefined)?.refused,
    };
  }

  #device({ inventory, data, managed, hasDefinition }: Facts, device: DeviceEntry): Judged {
    const { id, customer, address, exporters } = device;
    const hasData = data.devices.has(id);
    // Of a device with data, it makes no difference.
    const refusal = hasData ? undefined : this.#refusalOf(device);
    const reason = deviceReason(
      {
        isCollected: isDeviceCollected(inventory, device),
        hasSource: device.snmp !== undefined || exporters.length > 0 || managed.has(id),
        isRefused: refusal !== undefined,
        hasData,
      },
      hasDefinition(customer),
    );
    return { reason, refused: refusal === undefined ? undefined : { address, refusal } };
  }

  #refusalOf({ snmp, address }: DeviceEntry): AddressRefusal | undefined {
    return snmp === undefined ? undefined : refusalOfKind(blockedKind(address, this.#allowed));
  }
}

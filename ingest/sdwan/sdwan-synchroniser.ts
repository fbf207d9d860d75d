import { acquireLease } from '#platform/bus/lease.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import { attemptUntil } from '#platform/sdwan/attempt.ts';
import { CLOSE_TIMEOUT_MS, type ManagedNetwork, type ManagerClient } from '#platform/sdwan/sdwan-client.ts';
import type { SkippedTenant } from '#platform/sdwan/tenant-readings.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { SdwanServerRow } from '#platform/sdwan/server-access.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { meantNetwork } from './cisco-rules.ts';
import type { DeviceStore } from './names/device-store.ts';
import { logUnread } from './names/unread-tenants.ts';
import { customerFinder, managedBy, type ManagedBy } from './names/managed-by.ts';
import type { CalledDevice } from './names/match-called.ts';
import type { ProposalStore } from './proposal-store.ts';
import { compareNetwork } from './propose-network.ts';
import type { CollectorNeeds } from './sdwan-collector.ts';

const DUE_CHECK_MS = 1_000;
/** Of 20,000 devices, and of a manager that limits its requests. */
const READ_TIMEOUT_MS = 10 * MINUTE_MS;

export interface SynchroniserNeeds extends Pick<
  CollectorNeeds,
  'accessOf' | 'open' | 'inventory' | 'leases' | 'patterns' | 'clock' | 'log'
> {
  readonly proposals: ProposalStore;
  readonly devices: Pick<DeviceStore, 'read'>;
}

/** Reads the network of a manager and signs out. */
async function readOnce(clock: Clock, client: ManagerClient) {
  let network: ManagedNetwork = { devices: [], tunnels: [], interfaces: [] };
  const read = async (signal: AbortSignal): Promise<void> => {
    network = await client.readNetwork(signal);
  };
  try {
    const attempt = await attemptUntil({ clock, client }, read, READ_TIMEOUT_MS);
    return { network, attempt };
  } finally {
    await client.close(AbortSignal.timeout(CLOSE_TIMEOUT_MS));
  }
}

/** Tenants that were not read: what is known of them stays as it is. */
function unreadPart(
  skipped: readonly SkippedTenant[],
  { manager, before }: { readonly manager: ManagedBy; readonly before: readonly CalledDevice[] },
  inventory: Inventory,
) {
  const tenants = new Set(skipped.map(({ tenant }) => tenant));
  const customerOf = customerFinder(inventory, manager);
  return {
    tenants,
    customers: new Set([...tenants].flatMap((tenant) => customerOf(tenant) ?? [])),
    called: before.filter(({ tenant }) => tenants.has(tenant)),
  };
}

/** Compares the inventory with every manager once a day, and when a user requests it. */
export class SdwanSynchroniser {
  readonly #needs: SynchroniserNeeds;
  readonly #running = new Map<number, Promise<void>>();

  constructor(needs: SynchroniserNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(DUE_CHECK_MS, () => this.checkDue(signal), signal);
  }

  /** Resolves when no synchronisation is running. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Starts the synchronisations that are due. */
  async checkDue(signal: AbortSignal): Promise<void> {
    const { proposals, clock, log } = this.#needs;
    try {
      for (const row of await proposals.listDue(addMs(clock.now(), -DAY_MS))) {
        if (this.#running.has(row.id) || signal.aborted) continue;
        const going = this.#run(row, signal).finally(() => this.#running.delete(row.id));
        this.#running.set(row.id, going);
      }
    } catch (error) {
      log.warn({ err: error }, 'sdwan managers unreadable');
    }
  }

  /** Never rejects. */
  async #run(row: SdwanServerRow, signal: AbortSignal): Promise<void> {
    const { leases, clock, log } = this.#needs;
    try {
      const lease = await acquireLease({ ...leases, clock }, `sdwan-sync.${String(row.id)}`, signal);
      if (lease === undefined) return;
      try {
        await this.#synchronise(row);
      } finally {
        await lease.release();
      }
    } catch (error) {
      log.error({ err: error, manager: row.id }, 'sdwan synchronisation failed');
    }
  }

  async #synchronise(row: SdwanServerRow): Promise<void> {
    const { proposals, devices, accessOf, open, inventory, patterns, clock, log } = this.#needs;
    await proposals.begin(row);
    const client = open(accessOf(row));
    const { network, attempt } = await readOnce(clock, client);
    if (attempt.fault !== null) return proposals.fail(row, attempt);
    const rules = { setting: await proposals.readSetting(), patterns };
    const meant = await meantNetwork(network, row.kind, rules);
    const of = { manager: managedBy(row), before: await devices.read(row.id) };
    const compared = compareNetwork(meant, inventory(), of);
    const unread = unreadPart(client.skipped(), of, inventory());
    logUnread(log, row.id, client.skipped());
    const called = [...compared.called, ...unread.called];
    return proposals.finish(row, attempt.at, { ...compared, called, unread: unread.customers });
  }
}

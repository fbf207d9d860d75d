import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { hourPartsOf, type HourParts } from '#schemas/time/zoned-steps.ts';
import { zoneOfSites } from './country-zone.ts';
import type { HourCuts } from './hour-cuts.ts';

/** A zone may change its offset within a year, as Lord Howe Island does. */
const YEAR_S = (366 * DAY_MS) / SECOND_MS;
/** A store that was away is tried again. */
const RETRY_MS = MINUTE_MS;

export interface CustomerZonesNeeds {
  readonly db: Db;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly inventory: InventoryCache;
  readonly cuts: HourCuts;
  /** Nothing is written. */
  readonly isReadOnly: boolean;
}

/** The zone of the country of each customer. */
function zonesOfCountries({ customers, sites }: Inventory): ReadonlyMap<number, string | null> {
  const own = new Map<number, SiteEntry[]>();
  for (const site of sites.values()) {
    const known = own.get(site.customer);
    if (known === undefined) own.set(site.customer, [site]);
    else known.push(site);
  }
  return new Map([...customers.keys()].map((id) => [id, zoneOfSites(own.get(id) ?? []) ?? null]));
}

/** Keeps what follows from the countries and zones of customers: the zone of a country, and hours that are cut for half-hour zones. */
export class CustomerZones {
  readonly #needs: CustomerZonesNeeds;
  #isRunning = false;
  #isChanged = false;

  constructor(needs: CustomerZonesNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    const { inventory, clock } = this.#needs;
    const follow = (): void => {
      if (!signal.aborted) void this.#follow();
    };
    inventory.onChange(follow);
    clock.every(RETRY_MS, () => this.#follow(), signal);
    follow();
  }

  /** One run at a time; a change during a run is followed by another one. */
  async #follow(): Promise<void> {
    this.#isChanged = true;
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      while (this.#isChanged) {
        this.#isChanged = false;
        await this.#run();
      }
    } catch (error) {
      this.#needs.log.warn({ err: error }, 'customer time zones failed');
    } finally {
      this.#isRunning = false;
    }
  }

  async #run(): Promise<void> {
    const { inventory, cuts, isReadOnly } = this.#needs;
    const { current } = inventory;
    if (isReadOnly) {
      await cuts.load();
      return;
    }
    await this.#storeZones(current);
    await cuts.cut(this.#partsNeeded(current));
  }

  async #storeZones(inventory: Inventory): Promise<void> {
    const { db, bus } = this.#needs;
    const changed = [...zonesOfCountries(inventory)].filter(
      ([id, zone]) => (inventory.customers.get(id)?.countryTimeZone ?? null) !== zone,
    );
    let count = 0n;
    for (const [id, zone] of changed) {
      const { numUpdatedRows } = await db
        .updateTable('customer')
        .set({ country_time_zone: zone })
        .where('id', '=', id)
        .where((eb) => eb('country_time_zone', 'is distinct from', zone))
        .executeTakeFirst();
      count += numUpdatedRows;
    }
    if (count > 0n) bus.publish(subjects.config('inventory'), '{}');
  }

  #partsNeeded({ customers }: Inventory): ReadonlyMap<number, HourParts> {
    const now = Math.floor(this.#needs.clock.now().getTime() / SECOND_MS);
    const year = { from: now, to: now + YEAR_S };
    const byZone = new Map<string, HourParts>();
    const needed = new Map<number, HourParts>();
    for (const { id, timeZone } of customers.values()) {
      if (timeZone === undefined) continue;
      const parts = byZone.get(timeZone) ?? hourPartsOf(year, timeZone);
      byZone.set(timeZone, parts);
      if (parts > 1) needed.set(id, parts);
    }
    return needed;
  }
}

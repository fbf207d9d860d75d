import type { Steps } from '#platform/clock/steps.ts';
import type {
  ApplicationAttributes,
  ApplicationDefinition,
  ApplicationDictionary,
} from '#schemas/application/definition.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { compileClassifierSteps, type Classifier } from '../classification/classifier.ts';
import { orderApplications } from '../classification/application-order.ts';
import type { SiteLookup } from '../template/record-context.ts';
import type { Owner } from './attribution.ts';
import { GenerationCache } from './generation-cache.ts';
import { siteTable } from './site-table.ts';

/** Lookup tables of one customer. */
export type CustomerTables = Pick<Owner, 'sites' | 'reporting' | 'classifier'>;

/** Tables that are reused when the configuration changes. */
export class TableCache {
  readonly sites = new GenerationCache<SiteLookup>();
  readonly classifiers = new GenerationCache<Classifier>();
  readonly #identities = new WeakMap<ApplicationAttributes, number>();
  #count = 0;

  /**
   * Returns a number per attributes object. The dictionary loader keeps unchanged attributes the same object, so
   * identity replaces a deep comparison.
   */
  identityOf(attributes: ApplicationAttributes): number {
    const known = this.#identities.get(attributes);
    if (known !== undefined) return known;
    this.#identities.set(attributes, (this.#count += 1));
    return this.#count;
  }

  beginGeneration(): void {
    this.sites.beginGeneration();
    this.classifiers.beginGeneration();
  }

  commit(): void {
    this.sites.commit();
    this.classifiers.commit();
  }
}

const noSites: ReadonlySet<number> = new Set();

/** Sites with exporting devices or agents, by customer. */
function reportingSites(
  { sites, devices, collection }: Inventory,
  atMs: number,
): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  const add = (customer: number, site: number): void =>
    void found.set(customer, (found.get(customer) ?? new Set()).add(site));
  for (const { customer, site, active, exporters } of devices.values())
    if (exporters.length > 0 && isDeviceCollected({ sites }, { active, site })) add(customer, site);
  for (const { customer, site, expiresMs } of collection?.agents ?? [])
    if (site !== 0 && expiresMs > atMs) add(customer, site);
  return found;
}

const ownSites = ({ sites }: Inventory): ReadonlyMap<number, readonly SiteEntry[]> =>
  Map.groupBy(sites.values(), ({ customer }) => customer);

/** Customers with the same applications share a classifier: usually the provider's applications alone. */
const classifierKey = (applications: readonly ApplicationDefinition[], cache: TableCache): string =>
  applications.map(({ id, attributes }) => `${String(id)}.${String(cache.identityOf(attributes))}`).join(' ');

const sitesKey = (sites: readonly SiteEntry[]): string =>
  sites.map(({ id, networks }) => `${String(id)} ${networks.join(' ')}`).join(';');

/**
 * Returns the tables of a customer for one state of the configuration, built on first use and in steps. Unchanged
 * tables are reused.
 */
export function customerTables(
  {
    inventory,
    dictionary,
    atMs = 0,
  }: {
    readonly inventory: Inventory;
    readonly dictionary: ApplicationDictionary;
    readonly atMs?: number | undefined;
  },
  cache: TableCache,
): (customer: number) => Steps<CustomerTables> {
  const orderOf = orderApplications(dictionary);
  const sitesOf = ownSites(inventory);
  const reportingOf = reportingSites(inventory, atMs);
  const known = new Map<number, CustomerTables>();
  function* classifierOf(customer: number): Steps<Classifier | undefined> {
    const applications = orderOf(customer);
    const key = classifierKey(applications, cache);
    const found = cache.classifiers.get(key);
    if (found !== undefined) return found;
    const made = yield* compileClassifierSteps(applications);
    if (made !== undefined) cache.classifiers.set(key, made);
    return made;
  }
  function siteLookup(customer: number): SiteLookup {
    const own = sitesOf.get(customer) ?? [];
    const key = sitesKey(own);
    return cache.sites.get(key) ?? cache.sites.set(key, siteTable(own));
  }
  return function* (customer) {
    const before = known.get(customer);
    if (before !== undefined) return before;
    const sites = siteLookup(customer);
    yield undefined;
    const made = {
      sites,
      reporting: reportingOf.get(customer) ?? noSites,
      classifier: yield* classifierOf(customer),
    };
    known.set(customer, made);
    return made;
  };
}

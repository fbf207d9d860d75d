import type { InSteps } from '#platform/clock/interruptibly.ts';
import type {
  ApplicationAttributes,
  ApplicationDefinition,
  ApplicationDictionary,
} from '#schemas/application/definition.ts';
import type { Inventory, SiteEntry } from '#schemas/inventory/snapshot.ts';
import { compilingClassifier } from '../classification/classifier.ts';
import type { Classifier } from '../classification/classifier.ts';
import { inOrder } from '../classification/in-order.ts';
import type { SiteLookup } from '../template/record-context.ts';
import type { Owner } from './attribution.ts';
import { KeptParts } from './kept-parts.ts';
import { siteTable } from './site-table.ts';

/** What the flows of a customer are looked up in. */
export type CustomerTables = Pick<Owner, 'sites' | 'reporting' | 'classifier'>;

/** Tables that outlive the state of the configuration that they were made for. */
export class KeptTables {
  readonly sites = new KeptParts<SiteLookup>();
  readonly classifiers = new KeptParts<Classifier>();
  readonly #numbers = new WeakMap<ApplicationAttributes, number>();
  #count = 0;

  /** Who reads the dictionary leaves attributes that are as before the same object: comparing what they say takes longer. */
  numberOf(attributes: ApplicationAttributes): number {
    const known = this.#numbers.get(attributes);
    if (known !== undefined) return known;
    this.#numbers.set(attributes, (this.#count += 1));
    return this.#count;
  }

  begin(): void {
    this.sites.begin();
    this.classifiers.begin();
  }

  settle(): void {
    this.sites.settle();
    this.classifiers.settle();
  }
}

const nobody: ReadonlySet<number> = new Set();

/** By customer the sites with devices that export. */
function reportingSites({ devices }: Inventory): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const { customer, site, active, exporters } of devices.values())
    if (active && exporters.length > 0) found.set(customer, (found.get(customer) ?? new Set()).add(site));
  return found;
}

const ownSites = ({ sites }: Inventory): ReadonlyMap<number, readonly SiteEntry[]> =>
  Map.groupBy(sites.values(), ({ customer }) => customer);

/** Customers with the same applications have the same classifier: mostly those of the provider alone. */
const classifierKey = (applications: readonly ApplicationDefinition[], kept: KeptTables): string =>
  applications.map(({ id, attributes }) => `${String(id)}.${String(kept.numberOf(attributes))}`).join(' ');

const sitesKey = (sites: readonly SiteEntry[]): string =>
  sites.map(({ id, networks }) => `${String(id)} ${networks.join(' ')}`).join(';');

/**
 * The tables of one state of the configuration, those of a customer made when they are asked for first, in steps. What says the
 * same as in the state before is taken from there.
 */
export function customerTables(
  { inventory, dictionary }: { readonly inventory: Inventory; readonly dictionary: ApplicationDictionary },
  kept: KeptTables,
): (customer: number) => InSteps<CustomerTables> {
  const orderOf = inOrder(dictionary);
  const sitesOf = ownSites(inventory);
  const reportingOf = reportingSites(inventory);
  const known = new Map<number, CustomerTables>();
  function* classifierOf(customer: number): InSteps<Classifier | undefined> {
    const applications = orderOf(customer);
    const key = classifierKey(applications, kept);
    const found = kept.classifiers.find(key);
    if (found !== undefined) return found;
    const made = yield* compilingClassifier(applications);
    if (made !== undefined) kept.classifiers.keep(key, made);
    return made;
  }
  function siteLookup(customer: number): SiteLookup {
    const own = sitesOf.get(customer) ?? [];
    const key = sitesKey(own);
    return kept.sites.find(key) ?? kept.sites.keep(key, siteTable(own));
  }
  return function* (customer) {
    const before = known.get(customer);
    if (before !== undefined) return before;
    const sites = siteLookup(customer);
    yield undefined;
    const made = {
      sites,
      reporting: reportingOf.get(customer) ?? nobody,
      classifier: yield* classifierOf(customer),
    };
    known.set(customer, made);
    return made;
  };
}

import { collect, runCooperatively } from '#platform/clock/steps.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import { predicateTest } from '#schemas/data/element-filter.ts';
import type { InventoryQuery } from '#schemas/inventory/list/routes.ts';
import { inventoryKinds, type InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { ORPHANS, type ChosenElements, type InventoryFilter } from '#schemas/inventory/list/filter.ts';
import { wordsOf } from '#schemas/search/fold.ts';
import { seesSite } from '../../../kernel/access/site-reach.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { zoneOf, type Zone } from '#schemas/inventory/list/zone.ts';
import type { ModelsInForce } from '../../../shared/qos/models-in-force.ts';
import { countClasses, withClasses } from './classes-of-service.ts';
import type { LineFindings } from '../../../shared/line/line-findings.ts';
import type { CollectionEffect } from './collection-effect.ts';
import { ElementColumns, type RunSteps } from './element-columns.ts';
import { countOrphans, networkTest } from './client-network.ts';
import type { LiveFacts } from '../live/live-facts.ts';
import { orderByLive } from '../live/live-order.ts';
import type { ReadLive } from '../live/live-reader.ts';
import { isLiveColumn, type LiveColumn } from '#schemas/inventory/list/live.ts';
import { listByCustomer, type Listed } from './listed-elements.ts';
import { ANY_FINDING } from '#schemas/line/line-finding.ts';

export interface ListScope {
  readonly kind: InventoryKind;
  readonly customers: readonly number[];
  readonly viewer: Pick<Caller, 'sites'>;
  /** Reads what is newest, as far as the viewer sees it. Absent: nothing is known, and no filter may need it. */
  readonly live?: ReadLive;
}

type ListsOfKind = ReadonlyMap<number, readonly Listed[]>;

export interface ListNeeds {
  readonly inventory: InventoryCache;
  readonly clock: Clock;
  readonly effect: Pick<CollectionEffect, 'switched'>;
  readonly findings: () => Promise<LineFindings>;
  /** The classes of service in force. */
  readonly models: (customers: readonly number[]) => Promise<ModelsInForce>;
}

/** Lists of one state of the inventory. */
interface CachedLists {
  readonly inventory: Inventory;
  readonly byKind: Map<string, Promise<ListsOfKind>>;
  readonly columns: Map<string, Promise<ElementColumns>>;
  /** Lists that someone has requested. */
  readonly requested: Map<string, CachedList>;
}

interface CachedList extends Pick<ListScope, 'kind' | 'customers'> {
  /** Of a list of class elements: what they map to. */
  readonly models: ModelsInForce | undefined;
  /** Changes of the inventory since then. */
  readonly changes: number;
}

/** After as many changes, a list without readers is forgotten. */
const MAX_CHANGES = 10;

/** Lists that are retained; the oldest makes room. */
const MAX_CACHED = 32;
/** The server responds to others in between. */
const SLICE_MS = 10;
const neverAborted = new AbortController().signal;

function remembered<Value>(map: Map<string, Promise<Value>>, key: string, make: () => Promise<Value>) {
  const known = map.get(key);
  if (known !== undefined) return known;
  const [oldest] = map.keys();
  if (map.size >= MAX_CACHED && oldest !== undefined) map.delete(oldest);
  const made = make();
  map.set(key, made);
  return made;
}

type Test = (place: number) => boolean;

interface ListSources {
  readonly columns: ElementColumns;
  readonly inventory: Inventory;
  /** Ids of elements whose switched collection is taking effect. */
  readonly switched: () => Promise<ReadonlySet<number>>;
  readonly findings: () => Promise<LineFindings>;
  readonly live: () => Promise<LiveFacts>;
}

const zoneOfListed = (kind: InventoryKind, { properties, classOfService }: Listed): Zone =>
  zoneOf(kind, { source: properties['source'], isMapped: classOfService !== undefined });

/** Whether an element has one of some states, and as much load, now; none without either filter. */
async function liveTests(
  live: ListSources['live'],
  { state, load }: Pick<InventoryFilter, 'state' | 'load'>,
): Promise<readonly ((element: Listed) => boolean)[]> {
  if (state === undefined && load === undefined) return [];
  const facts = await live();
  return [
    (element) => {
      const now = facts.of(element);
      const isLoaded = load === undefined || Math.max(now.in ?? -1, now.out ?? -1) >= load;
      return isLoaded && state?.includes(now.state) !== false;
    },
  ];
}

/** What the elements that a filter requests pass. */
async function testsOf(
  { columns, inventory, switched, findings, live }: ListSources,
  { q, where, active, takingEffect, within, network, zone, finding, state, load }: InventoryFilter,
): Promise<readonly Test[]> {
  const tests: Test[] = [];
  const { all } = columns;
  const on = (passes: (element: Listed) => boolean): void => {
    tests.push((place) => {
      const element = all[place];
      return element !== undefined && passes(element);
    });
  };
  if (active !== undefined) on((element) => element.active === active);
  if (within !== undefined)
    on(({ id, site, device }) => id !== within && (site === within || device === within));
  if (zone !== undefined) on((element) => zoneOfListed(columns.kind, element) === zone);
  if (network !== undefined) on(networkTest(inventory, columns.kind, network));
  if (takingEffect !== undefined) {
    const ids = await switched();
    on(({ id }) => ids.has(id) === takingEffect);
  }
  if (finding !== undefined) {
    const found = await findings();
    on(({ id }) => found.get(id)?.some(({ is }) => finding === ANY_FINDING || is === finding) === true);
  }
  for (const test of await liveTests(live, { state, load })) on(test);
  for (const predicate of where) {
    const [texts, test] = [await columns.column(predicate.property), predicateTest(predicate)];
    tests.push((place) => test(texts[place] ?? ''));
  }
  const words = wordsOf(q);
  if (words.length === 0) return tests;
  const texts = await columns.everything();
  tests.push((place) => words.every((word) => texts[place]?.includes(word) === true));
  return tests;
}

function pageOf(
  found: readonly number[],
  { from, count, order }: Pick<InventoryQuery, 'from' | 'count' | 'order'>,
): readonly number[] {
  if (order === 'ascending') return found.slice(from, from + count);
  const end = Math.max(0, found.length - from);
  return found.slice(Math.max(0, end - count), end).toReversed();
}

/** What is newest of a list, read once for its order and its filters. */
function liveOnce({ kind, customers, live }: ListScope): () => Promise<LiveFacts> {
  let facts: Promise<LiveFacts> | undefined;
  return () => {
    if (live === undefined)
      throw new Error('a list without what is newest is neither sorted nor filtered by it');
    facts ??= live({ kind, customers });
    return facts;
  };
}

interface LiveOrder {
  readonly columns: ElementColumns;
  readonly order: Promise<readonly number[]>;
}

const emptyLists = (inventory: Inventory): CachedLists => ({
  inventory,
  byKind: new Map(),
  columns: new Map(),
  requested: new Map(),
});

/**
 * Elements of the live inventory, filtered, sorted and by page. Columns and orders are made once per state of the inventory, in
 * steps: the server responds to others while a hundred thousand elements are sorted. After a change, the lists that were requested
 * are made again at once, from what has not changed: the next reader does not wait for a sort.
 */
export class InventoryList {
  readonly #inventory: InventoryCache;
  readonly #run: RunSteps;
  readonly #switched: (customers: readonly number[]) => Promise<ReadonlySet<number>>;
  readonly #models: ListNeeds['models'];
  readonly #findings: ListNeeds['findings'];
  #retained: CachedLists | undefined;
  /** Orders by what is newest, for as long as it is. */
  readonly #liveOrders = new WeakMap<LiveFacts, Map<string, LiveOrder>>();

  constructor({ inventory, clock, effect, models, findings }: ListNeeds) {
    this.#findings = findings;
    this.#inventory = inventory;
    this.#models = models;
    this.#switched = (customers) => effect.switched(customers);
    this.#run = async <Value>(steps: Parameters<typeof runCooperatively<Value>>[0]): Promise<Value> =>
      (await runCooperatively(steps, { clock, signal: neverAborted, sliceMs: SLICE_MS })) as Value;
    inventory.onChange(() => this.#current());
  }

  /** The places of the elements that match a filter, ordered by a property. */
  async #matching(scope: ListScope, { orderBy, ...filter }: InventoryFilter & { readonly orderBy: string }) {
    const { kind, customers, viewer } = scope;
    const { inventory } = this.#current();
    const columns = await this.#columns(kind, customers);
    const { all } = columns;
    const live = liveOnce(scope);
    const order = await this.#order(columns, orderBy, live);
    const switched = () => this.#switched(customers);
    const needs = { columns, inventory, switched, findings: this.#findings, live };
    const conditions = await testsOf(needs, filter);
    const isRestricted = customers.some((customer) => viewer.sites.has(customer));
    const isSeen = (place: number): boolean => {
      const element = all[place];
      return element !== undefined && seesSite(viewer, element);
    };
    const tests = isRestricted ? [isSeen, ...conditions] : conditions;
    return { inventory, columns, found: tests.length === 0 ? order : await columns.passing(order, tests) };
  }

  /** Places by a property, or by what is newest, and then by name. */
  async #order(columns: ElementColumns, orderBy: string, live: () => Promise<LiveFacts>) {
    if (!isLiveColumn(orderBy)) return columns.order(orderBy);
    const facts = await live();
    const orders = this.#liveOrders.get(facts) ?? new Map<string, LiveOrder>();
    this.#liveOrders.set(facts, orders);
    const known = orders.get(orderBy);
    if (known?.columns === columns) return known.order;
    const order = this.#orderByLive(columns, orderBy, facts);
    orders.set(orderBy, { columns, order });
    return order;
  }

  async #orderByLive(columns: ElementColumns, orderBy: LiveColumn, facts: LiveFacts) {
    const byName = await columns.order('name');
    const liveAt = (place: number) => {
      const element = columns.all[place];
      return element && facts.of(element);
    };
    return this.#run(orderByLive(byName, orderBy, liveAt));
  }

  #current(): CachedLists {
    const { current: inventory } = this.#inventory;
    if (this.#retained?.inventory === inventory) return this.#retained;
    const before = this.#retained;
    const cached = emptyLists(inventory);
    this.#retained = cached;
    for (const [key, list] of before?.requested ?? []) {
      const columns = before?.columns.get(key);
      if (columns === undefined || list.changes === MAX_CHANGES) continue;
      cached.requested.set(key, { ...list, changes: list.changes + 1 });
      cached.columns.set(key, this.#follow(cached, list, columns));
    }
    return cached;
  }

  #byKind(cached: CachedLists, kind: InventoryKind): Promise<ListsOfKind> {
    return remembered(cached.byKind, kind, () => this.#run(listByCustomer(cached.inventory, kind)));
  }

  async #columns(kind: InventoryKind, customers: readonly number[]): Promise<ElementColumns> {
    const models = kind === 'class' ? await this.#models(customers) : undefined;
    const cached = this.#current();
    const key = `${kind} ${customers.join()} ${models?.stamp ?? ''}`;
    const requested = { kind, customers, models, changes: 0 };
    cached.requested.set(key, requested);
    return remembered(cached.columns, key, () => this.#made(cached, requested));
  }

  async #follow(
    cached: CachedLists,
    list: CachedList,
    before: Promise<ElementColumns>,
  ): Promise<ElementColumns> {
    const columns = await this.#made(cached, list);
    await columns.follow(await before);
    return columns;
  }

  async #made(cached: CachedLists, { kind, customers, models }: CachedList): Promise<ElementColumns> {
    const lists = await this.#byKind(cached, kind);
    const own = customers.map((customer) => lists.get(customer) ?? []);
    const all = own.length === 1 ? (own[0] ?? []) : own.flat();
    const classified =
      models === undefined ? all : await this.#run(withClasses(all, cached.inventory, models.models));
    return new ElementColumns(kind, classified, this.#run);
  }

  /** The elements of a page, how many match, and the properties that their source describes. */
  async find(scope: ListScope, query: InventoryQuery) {
    const { inventory, columns, found } = await this.#matching(scope, query);
    const page = pageOf(found, query).flatMap((place) => columns.all[place] ?? []);
    const listed = () => found.values().map((place) => columns.all[place]);
    const counts = {
      ...(scope.kind === 'class' && { classes: countClasses(listed()) }),
      ...(query.network === ORPHANS && { orphans: countOrphans(inventory, scope.kind, listed()) }),
    };
    const [described, filled] = await Promise.all([columns.described(), columns.filled()]);
    return { count: found.length, described, filled: [...filled], ...counts, page };
  }

  /** The chosen elements that the viewer sees, as far as they exist. */
  async choose(scope: ListScope, chosen: ChosenElements): Promise<readonly Listed[]> {
    if ('matching' in chosen) {
      const { columns, found } = await this.#matching(scope, { ...chosen.matching, orderBy: 'name' });
      return found.flatMap((place) => columns.all[place] ?? []);
    }
    const { all } = await this.#columns(scope.kind, scope.customers);
    const ids = new Set(chosen.ids);
    return all.filter((element) => ids.has(element.id) && seesSite(scope.viewer, element));
  }

  async #classified({ inventory }: CachedLists, element: Listed): Promise<Listed> {
    const { models } = await this.#models([element.customer]);
    const [found = element] = await this.#run(withClasses([element], inventory, models));
    return found;
  }

  /** An element of a customer at a site that the viewer sees, and how many elements of each kind belong to it. */
  async read(
    {
      kind,
      customer,
      viewer,
    }: { readonly kind: InventoryKind; readonly customer: number; readonly viewer: ListScope['viewer'] },
    elementId: number,
  ) {
    const cached = this.#current();
    const own = (await this.#byKind(cached, kind)).get(customer) ?? [];
    const element = own.find(({ id }) => id === elementId);
    if (element === undefined || !seesSite(viewer, element)) return undefined;
    if (kind === 'class') return { element: await this.#classified(cached, element), children: [] };
    const children: { readonly kind: InventoryKind; readonly count: number }[] = [];
    if (kind !== 'site' && kind !== 'device') return { element, children };
    for (const each of inventoryKinds) {
      const list = (await this.#byKind(cached, each)).get(customer) ?? [];
      const isBelow = ({ id, [kind]: parent }: Listed) =>
        (id !== elementId && parent === elementId) || undefined;
      const { length: count } = await this.#run(collect(list, isBelow));
      if (count > 0) children.push({ kind: each, count });
    }
    return { element, children };
  }
}

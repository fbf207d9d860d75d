import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  exploreLimits,
  type ExploreComparison,
  type ExploreRequest,
  type ExploreResult,
} from '#schemas/explore/explore.ts';
import type { AsEditions } from '#schemas/explore/address-as.ts';
import { fieldName, typeOf, type FieldId } from '#schemas/explore/fields.ts';
import { sitesOfFilter, type FilterNames } from './statement/filter-sql.ts';
import { filterProblem } from '#schemas/explore/filter/fault.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { printFilter } from '#schemas/explore/filter/print.ts';
import { testsOf, type FilterTree } from '#schemas/explore/filter/tree.ts';
import type { ExploreQuery } from './statement/explore-sql.ts';
import { countedBy, type FlowScope } from './statement/flow-scope.ts';
import { exploreSource, isRetained, type ExploreSource, type FlowRetention } from './statement/source.ts';
import type { QosClass } from '#schemas/qos/qos-class.ts';
import { DAY_S, SECOND_MS } from '#schemas/time/duration.ts';
import { sitesSeenBy, timeZoneOf, type Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import type { StoredAddresses } from '../../shared/address-files/stored-addresses.ts';
import type { StoredSystems } from '../../shared/address-files/stored-systems.ts';
import { readClassesInForce, readStoredModel } from '../../shared/qos/models-in-force.ts';
import type { FairQueue } from '../../shared/queue/fair-queue.ts';
import { exploreValues, minus, type StepSums } from './explore-rows.ts';
import { StatementCall, type KeyBuckets, type ReadSums } from './statement-call.ts';
import { stepsOfPeriod, type ExploreSteps } from './explore-steps.ts';
import { keyParts } from './key-parts.ts';
import { resolveNames } from './resolve-names.ts';

export interface ExploreReaderNeeds {
  readonly db: Db;
  readonly clickhouse: Pick<ClickHouse, 'query' | 'measured'>;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  readonly retention: FlowRetention;
  readonly queue: FairQueue;
  /** Names of autonomous systems by number. */
  readonly asNames: ReadonlyMap<number, string>;
  readonly countries: Pick<StoredAddresses, 'file'>;
  readonly systems: Pick<StoredSystems, 'files'>;
  readonly buckets?: KeyBuckets;
}

/** Who explores the flows of which customers. */
export interface ExploreCall {
  readonly caller: Caller;
  readonly customers: readonly number[];
  readonly signal: AbortSignal;
}

const WEEK_S = 7 * DAY_S;

const shiftOf = (compare: ExploreComparison, { from, to }: ExploreSource): number =>
  ({ previous: to - from, day: DAY_S, week: WEEK_S })[compare];

function treeOf(filter: string): FilterTree | undefined {
  const parsed = parseFlowFilter(filter);
  if (parsed.ok) return parsed.tree;
  const { code, params } = filterProblem(parsed.fault);
  throw new ProblemError(code, { params });
}

/** Fields of which values are needed: dimensions, and those of the filter. */
const fieldsOf = ({ dimensions }: ExploreRequest, tree: FilterTree | undefined): readonly FieldId[] => [
  ...dimensions,
  ...(tree === undefined ? [] : testsOf(tree).map(({ field }) => field)),
];

/** The flows that the caller sees, of the sites to which a filter limits them. */
function visibleScope(
  { caller, customers }: Pick<ExploreCall, 'caller' | 'customers'>,
  filtered: readonly number[] | undefined,
): FlowScope & { readonly only: readonly number[] | undefined } {
  const sites = new Map(
    customers.flatMap((customer) => {
      const seen = sitesSeenBy(caller, customer);
      return seen === undefined ? [] : [[customer, [...seen]] as const];
    }),
  );
  const isLimited = sites.size === customers.length;
  const seen = isLimited ? [...sites.values()].flat() : undefined;
  const only = filtered === undefined ? seen : filtered.filter((site) => seen?.includes(site) ?? true);
  return { customers, sites, only };
}

/** Reads flows by dimensions: the heaviest keys, their series, and what all have. */
export class ExploreReader {
  readonly #needs: ExploreReaderNeeds;

  constructor(needs: ExploreReaderNeeds) {
    this.#needs = needs;
  }

  /** Throws problems of filters, EXPLORE_RAW_EXPIRED, SERIES_NOT_RETAINED, SERIES_TOO_LONG, TOO_MUCH_DATA. */
  async read(call: ExploreCall, request: ExploreRequest): Promise<ExploreResult> {
    const { caller, customers, signal } = call;
    const tree = treeOf(request.filter);
    const fields = fieldsOf(request, tree);
    const source = this.#source(call, request, fields);
    const { countries, ...unknown } = await this.#countries(fields);
    const { systems, ...byAddress } = await this.#systems(fields);
    const inventory = this.#needs.inventory.current;
    const classes = await this.#classes(customers);
    const names = await resolveNames(this.#needs, tree, { caller, customers, inventory, classes, signal });
    const query = this.#query(call, request, { tree, source, names, classes, countries, systems });
    const steps = source.step === null ? undefined : stepsOfPeriod({ ...query, step: source.step });
    const { maxSteps: max } = exploreLimits;
    if ((steps?.starts.length ?? 0) > max) throw new ProblemError('SERIES_TOO_LONG', { params: { max } });
    const statements = new StatementCall(this.#needs, { customer: customers[0] ?? 0, signal });
    const earlierBy = request.compare === null ? null : shiftOf(request.compare, source);
    const found = await this.#found(statements, query, { request, source, steps, earlierBy });
    const parts = await keyParts(
      this.#needs,
      {
        caller,
        customers,
        inventory,
        classes,
        subnet: request.subnet,
        to: source.to,
        asNames: this.#needs.asNames,
      },
      { dimensions: request.dimensions, keys: found.keys },
    );
    return {
      ...found.values,
      rows: found.values.rows.map((row, index) => ({ ...row, key: [...(parts[index] ?? [])] })),
      table: source.table,
      because: { reason: source.reason, fields: [...source.fields] },
      counted: query.counted,
      measure: request.measure,
      from: source.from,
      to: source.to,
      step: source.step,
      steps: [...(steps?.starts ?? [])],
      earlierBy,
      filter: printFilter(tree),
      ...unknown,
      ...byAddress,
      read: statements.read,
    };
  }

  /** The file with the countries of addresses, where a field needs them. */
  async #countries(fields: readonly FieldId[]) {
    if (!fields.some((field) => typeOf(field) === 'country')) return { countries: undefined };
    const countries = await this.#needs.countries.file();
    return countries === undefined ? { countries, withoutCountries: true as const } : { countries };
  }

  /** The AS numbers of addresses, where a field needs them. */
  async #systems(fields: readonly FieldId[]) {
    const systems = fields.some((field) => typeOf(field) === 'as')
      ? await this.#needs.systems.files()
      : undefined;
    return systems === undefined ? { systems } : { systems, systemsByAddress: true as const };
  }

  #source(
    { caller, customers: [customer = 0] }: ExploreCall,
    request: ExploreRequest,
    fields: readonly FieldId[],
  ): ExploreSource {
    const { retention, clock } = this.#needs;
    const situation = {
      request,
      fields,
      timeZone: timeZoneOf(caller, customer),
      now: Math.floor(clock.now().getTime() / SECOND_MS),
      retention,
    };
    const source = exploreSource(situation);
    if (isRetained(source, situation)) return source;
    if (source.table !== 'flows')
      throw new ProblemError('SERIES_NOT_RETAINED', { params: { days: retention.days['1h'] } });
    throw new ProblemError('EXPLORE_RAW_EXPIRED', {
      params: {
        days: retention.raw,
        fields: source.fields.map((field) => fieldName(field, caller.language ?? 'en')).join(', '),
      },
    });
  }

  /** The classes of several customers are those of the provider. */
  async #classes(customers: readonly number[]): Promise<readonly QosClass[]> {
    const [customer] = customers;
    if (customer !== undefined && customers.length === 1) return readClassesInForce(this.#needs.db, customer);
    return (await readStoredModel(this.#needs.db, null)).classes;
  }

  #query(
    { caller, customers }: ExploreCall,
    { dimensions, measure, subnet, bothWays }: ExploreRequest,
    {
      tree,
      source,
      names,
      classes,
      countries,
      systems,
    }: {
      readonly tree: FilterTree | undefined;
      readonly source: ExploreSource;
      readonly names: FilterNames;
      readonly classes: readonly QosClass[];
      readonly countries: string | undefined;
      readonly systems: AsEditions | undefined;
    },
  ): ExploreQuery {
    const { only, ...scope } = visibleScope({ caller, customers }, sitesOfFilter(tree, names));
    const isEverySite = customers.every((customer) => sitesSeenBy(caller, customer) === undefined);
    const [customer = 0] = customers;
    return {
      table: source.table,
      scope,
      counted: countedBy(dimensions.includes('site'), only),
      dimensions,
      measure,
      bothWays,
      tree,
      names,
      classes,
      countries,
      systems,
      seen: isEverySite ? undefined : this.#seenSites({ caller, customers }),
      subnet,
      from: source.from,
      to: source.to,
      timeZone: timeZoneOf(caller, customer),
    };
  }

  /** Sites whose names the caller sees, of customers of which some are hidden. */
  #seenSites({ caller, customers }: Pick<ExploreCall, 'caller' | 'customers'>): readonly number[] {
    const own = new Set(customers);
    const sites: number[] = [];
    for (const { id, customer } of this.#needs.inventory.current.sites.values())
      if (own.has(customer) && sitesSeenBy(caller, customer)?.has(id) !== false) sites.push(id);
    return sites;
  }

  async #found(
    statements: StatementCall,
    query: ExploreQuery,
    { request, source, steps, earlierBy }: ReadPlan,
  ) {
    const ranked = request.dimensions.length === 0 ? [] : await statements.rank(query, request.rows);
    const keys = ranked.map(({ key }) => key);
    const of = { step: source.step, steps };
    const rows = await this.#rows(statements, query, { ranked, of });
    // Last: what has arrived in between is in the total, so that the others are never less than nothing.
    const total = await statements.all(query, of);
    const earlier =
      earlierBy === null ? undefined : await this.#earlier(statements, query, { keys, of, earlierBy });
    const shown = {
      measure: request.measure,
      seconds: source.to - source.from,
      stepSeconds: steps?.seconds,
      bothWays: request.bothWays,
    };
    const earlierOthers = earlier && minus(earlier.total, earlier.rows);
    const others = minus(total, rows);
    const isAll = request.dimensions.length === 0 || others.value.every((value) => value === 0);
    return {
      keys,
      values: {
        rows: rows.map((sums, index) => exploreValues(sums, earlier?.rows[index], shown)),
        others: isAll ? null : exploreValues(others, earlierOthers, shown),
        total: exploreValues(total, earlier?.total, shown),
      },
    };
  }

  /** Without steps the rank has all values. */
  async #rows(
    statements: StatementCall,
    query: ExploreQuery,
    { ranked, of }: { readonly ranked: Awaited<ReturnType<StatementCall['rank']>>; readonly of: ReadSums },
  ): Promise<readonly StepSums[]> {
    if (ranked.length === 0) return [];
    if (of.step === null) return ranked.map(({ value, sent }) => ({ value: [value], sent: [sent] }));
    return statements.rows(
      query,
      ranked.map(({ key }) => key),
      of,
    );
  }

  async #earlier(
    statements: StatementCall,
    query: ExploreQuery,
    {
      keys,
      of,
      earlierBy,
    }: { readonly keys: readonly (readonly string[])[]; readonly of: ReadSums; readonly earlierBy: number },
  ) {
    const before = { ...query, from: query.from - earlierBy, to: query.to - earlierBy };
    const steps = of.step === null ? undefined : stepsOfPeriod({ ...before, step: of.step });
    const shifted = { ...of, steps };
    const rows = keys.length === 0 ? [] : await statements.rows(before, keys, shifted);
    return { rows, total: await statements.all(before, shifted) };
  }
}

interface ReadPlan {
  readonly request: ExploreRequest;
  readonly source: ExploreSource;
  readonly steps: ExploreSteps | undefined;
  readonly earlierBy: number | null;
}

import type { BaselineKind, ChangeDepth, ChangeMeasure } from '#schemas/explore/changed/choices.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  changeDimensionIds,
  fieldsOfChange,
  isChangeInRollups,
  isUnset,
  preferenceOf,
  type ChangeDimensionId,
} from '#schemas/explore/changed/dimensions.ts';
import { mergeFindings, MOST_CANDIDATES, type Finding } from './merging.ts';
import { chartStepOf, type ChangePeriod } from '#schemas/explore/changed/periods.ts';
import { rankValues, stateOf, withOthers, type ChangeRates } from '#schemas/explore/changed/ranking.ts';
import {
  LISTED_FINDINGS,
  LISTED_VALUES,
  type ChangeReply,
  type ChangeValue,
} from '#schemas/explore/changed/what-changed.ts';
import { sitesOfFilter } from '../statement/filter-sql.ts';
import { filterProblem } from '#schemas/explore/filter/fault.ts';
import { parseFlowFilter } from '#schemas/explore/filter/parse.ts';
import { testsOf, type FilterTree } from '#schemas/explore/filter/tree.ts';
import { typeOf } from '#schemas/explore/fields.ts';
import { countedBy } from '../statement/flow-scope.ts';
import type { FlowRetention } from '../statement/source.ts';
import { sitesSeenBy, type Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import type { StoredAddresses } from '#server/shared/address-files/stored-addresses.ts';
import { readClassesInForce } from '#server/shared/qos/models-in-force.ts';
import type { FairQueue } from '#server/shared/queue/fair-queue.ts';
import { AtomSums, changeRates, secondsCounted, type ReadPeriod } from './atom-sums.ts';
import { changeBindings } from './change-bindings.ts';
import {
  atomsStatement,
  fieldsOfAll,
  flowCountStatement,
  groupedOf,
  outwardsStatement,
  perSum,
  changeValuesStatement,
  type AtomRow,
  type ChangeReading,
  type ChangeSource,
  type Outwards,
  type ChangeStatement,
  type ValueRow,
} from './changed-statements.ts';
import { scopeOfChange, type ChangeContext } from './scope-of-change.ts';
import { comparedPeriods, stepOf, type ComparedPeriods } from './source-of-change.ts';
import { resolveNames } from '../resolve-names.ts';
import { valueNames } from './value-names.ts';

interface ChangedReaderNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query' | 'measured'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly inventory: InventoryCache;
  readonly queue: FairQueue;
  readonly retention: FlowRetention;
  /** Names of autonomous systems by number. */
  readonly asNames: ReadonlyMap<number, string>;
  readonly countries: Pick<StoredAddresses, 'file'>;
  /** Flows that are compared one by one at most: of more, their rollups. */
  readonly mostFlows?: number;
  /** The same for a quick comparison. */
  readonly quickFlows?: number;
}

/** What is compared, for whom. */
interface ComparedTraffic {
  readonly caller: Caller;
  readonly customer: number;
  readonly zone: string;
  readonly period: ChangePeriod;
  readonly baseline: BaselineKind;
  readonly measure: ChangeMeasure;
  readonly depth: ChangeDepth;
  readonly context: ChangeContext;
  readonly signal: AbortSignal;
}

/** One pass over more of them for every dimension takes longer than a reader waits: the bench what-changed measures it. */
const MOST_FLOWS = 100_000_000;
/** The three passes over them take about a second on two cores. */
const QUICK_FLOWS = 4_000_000;

/** A value of a dimension with its rates. */
interface RatedValue extends ChangeRates {
  readonly dimension: ChangeDimensionId;
  readonly values: readonly string[];
}

/** IPv4 addresses are stored mapped; one that was not exported is an empty text. */
const shownText = (text: string): string => (text === '::' ? '' : text.replace(/^::ffff:(?=\d+\.)/, ''));

type RunStatement = <Row>(statement: ChangeStatement) => Promise<readonly Row[]>;

interface SourceChoice extends ComparedPeriods {
  readonly reading: ChangeReading;
  readonly outwards: Outwards;
  readonly reason: ChangeReply['reason'];
  readonly flows: number | null;
}

const readingOf = (
  { source, period, baseline }: ComparedPeriods,
  common: Pick<ChangeReading, 'scope' | 'measure' | 'bindings'>,
): ChangeReading => ({
  ...common,
  source,
  periods: [period, ...baseline.filter(({ isRetained }) => isRetained)],
});

/** What the statements found. */
interface Measurement {
  readonly read: readonly ReadPeriod[];
  readonly all: AtomSums;
  readonly total: ChangeRates;
  readonly values: readonly RatedValue[];
  /** Candidates of findings. */
  readonly ranked: readonly RatedValue[];
  readonly sums: AtomSums;
  readonly findings: readonly Finding[];
  readonly stepSeconds: number;
}

/** Whether a period of the baseline was read and had flows. */
const countsOf = ([, ...baseline]: readonly ReadPeriod[], { from, to }: ChangePeriod): boolean =>
  baseline.some((each) => each.from === from && each.to === to && each.counts);

function treeOf(filter: string): FilterTree | undefined {
  const parsed = parseFlowFilter(filter);
  if (parsed.ok) return parsed.tree;
  const { code, params } = filterProblem(parsed.fault);
  throw new ProblemError(code, { params });
}

/** The sites that a scope and a filter limit flows to; undefined: all. */
const withinFilter = (
  sites: readonly number[] | undefined,
  filtered: readonly number[] | undefined,
): readonly number[] | undefined =>
  filtered === undefined || sites === undefined
    ? (sites ?? filtered)
    : filtered.filter((site) => sites.includes(site));

/** Compares the flows of a period with those of its baseline. */
export class ChangedReader {
  readonly #needs: ChangedReaderNeeds;

  constructor(needs: ChangedReaderNeeds) {
    this.#needs = needs;
  }

  /** Throws NOT_FOUND for elements that the caller does not see, FILTER_… , SERIES_NOT_RETAINED and TOO_MUCH_DATA. */
  async read(compared: ComparedTraffic): Promise<ChangeReply> {
    const { caller, customer, measure, zone } = compared;
    const { common, shown, classes } = await this.#scope(compared);
    const run = this.#run(compared);
    const chosen = await this.#choose(compared, common, run);
    const measured = await this.#measure(chosen, run);
    const { period, source, reason, flows, baseline } = chosen;
    const listed = [...Map.groupBy(measured.values, ({ dimension }) => dimension)].map(
      ([dimension, own]) => ({
        dimension,
        ...withOthers(own, measured.total, LISTED_VALUES),
      }),
    );
    const nameOf = await valueNames(
      this.#needs,
      {
        caller,
        customer,
        classes,
        to: period.to,
        inventory: this.#needs.inventory.current,
        asNames: this.#needs.asNames,
      },
      [...measured.ranked, ...listed.flatMap((each) => each.values)],
    );
    const value = (rated: RatedValue): ChangeValue => ({
      dimension: rated.dimension,
      values: [...rated.values],
      ...nameOf(rated),
      now: rated.now,
      before: rated.before,
      state: stateOf(rated),
    });
    return {
      period,
      measure,
      source,
      reason,
      flows,
      timeZone: zone,
      context: shown,
      baseline: baseline.map(({ from, to }) => ({ from, to, counts: countsOf(measured.read, { from, to }) })),
      total: measured.total,
      stepSeconds: measured.stepSeconds,
      series: seriesOf(measured.all, 0),
      findings: measured.findings.map((finding) => findingOf(finding, { ...measured, value })),
      dimensions: listed.map(({ dimension, values: own, others }) => ({
        dimension,
        others,
        values: own.map(value),
      })),
    };
  }

  /** The flows that are compared, as far as the caller sees them. */
  async #scope({ caller, customer, measure, context, signal }: ComparedTraffic) {
    const { db, inventory } = this.#needs;
    const classes = await readClassesInForce(db, customer);
    const tree = treeOf(context.filter);
    const current = inventory.current;
    const resolving = { caller, customers: [customer], inventory: current, classes, signal };
    const names = await resolveNames(this.#needs, tree, resolving);
    const { scope, shown } = scopeOfChange(current, { caller, customer, tree }, context);
    const seen = sitesSeenBy(caller, customer);
    const limited = withinFilter(scope.sites, sitesOfFilter(tree, names));
    const byCountry = tree !== undefined && testsOf(tree).some(({ field }) => typeOf(field) === 'country');
    const common = {
      scope: { ...scope, isOneSite: countedBy(false, limited) === 'site' },
      measure,
      bindings: changeBindings({
        classes,
        seen: seen === undefined ? undefined : [...seen],
        names,
        countries: byCountry ? await this.#needs.countries.file() : undefined,
      }),
    };
    return { common, shown, classes };
  }

  /** Totals first, which say which weeks count; then the values of all dimensions, then what those that moved have in common. */
  async #measure(chosen: SourceChoice, run: RunStatement): Promise<Measurement> {
    const { reading, outwards, source, period } = chosen;
    const stepSeconds = chartStepOf(period, stepOf[source]);
    const per = perSum[reading.measure];
    const atoms = (candidates: readonly RatedValue[]): Promise<readonly AtomRow[]> =>
      run<AtomRow>(atomsStatement(reading, { outwards, candidates, stepSeconds }));
    const totals = await atoms([]);
    const read: readonly ReadPeriod[] = reading.periods.map((each, place) => ({
      ...each,
      counts: place === 0 || totals.some((row) => row.place === place),
    }));
    const shape = { periods: read, stepSeconds, per };
    const all = new AtomSums(totals, shape);
    const { now, before } = all.atoms[0] ?? { now: 0, before: 0 };
    const total = { now, before };
    const values = await this.#values(chosen, { seconds: secondsCounted(read), per }, run);
    const exported = values.filter((value) => !isUnset(value.dimension, value.values));
    const ranked = rankValues(exported, total).slice(0, MOST_CANDIDATES);
    const sums = new AtomSums(ranked.length === 0 ? [] : await atoms(ranked), shape);
    const preferences = ranked.map(({ dimension }) => preferenceOf(dimension));
    const findings = mergeFindings(sums.atoms, preferences).slice(0, LISTED_FINDINGS);
    return { read, all, total, values, ranked, sums, findings, stepSeconds };
  }

  /** Runs statements in the turns of the customer. */
  #run({ customer, signal }: ComparedTraffic): RunStatement {
    const { queue, clickhouse } = this.#needs;
    return <Row>({ sql, params, settings }: ChangeStatement) =>
      queue.run(
        customer,
        (rank) => withinLimits(clickhouse.query<Row>(sql, params, { ...settings, priority: String(rank) })),
        { signal },
      );
  }

  /** Raw flows where they are retained and not too many, else rollups. */
  async #choose(
    { period: compared, baseline: kind, zone, depth }: ComparedTraffic,
    common: Pick<ChangeReading, 'scope' | 'measure' | 'bindings'>,
    run: RunStatement,
  ): Promise<SourceChoice> {
    const { clock, retention, mostFlows = MOST_FLOWS, quickFlows = QUICK_FLOWS } = this.#needs;
    const nowMs = clock.now().getTime();
    const choose = (least: ChangeSource): ComparedPeriods =>
      comparedPeriods(compared, { kind, zone, least }, { nowMs, retention });
    const fine = choose('raw');
    const reading = readingOf(fine, common);
    const outwards = await this.#outwards(reading, run);
    if (fine.source !== 'raw') return { ...fine, reading, outwards, reason: 'expired', flows: null };
    const [count] = await run<{ readonly flows: number }>(flowCountStatement(reading, outwards));
    const flows = count?.flows ?? 0;
    if (flows <= (depth === 'quick' ? Math.min(quickFlows, mostFlows) : mostFlows))
      return { ...fine, reading, outwards, reason: null, flows };
    const coarse = choose('5m');
    const reason = flows <= mostFlows ? 'quick' : 'many';
    return { ...coarse, reading: readingOf(coarse, common), outwards, reason, flows };
  }

  async #outwards(reading: ChangeReading, run: RunStatement): Promise<Outwards> {
    const { port } = reading.scope;
    if (port === undefined || port.way === 'in') return 'egress';
    const [found] = await run<{ readonly egress: number | boolean }>(outwardsStatement(reading));
    return found !== undefined && Number(found.egress) > 0 ? 'egress' : 'ingress';
  }

  async #values(
    { reading, outwards, source }: SourceChoice,
    { seconds, per }: { readonly seconds: ChangeRates; readonly per: number },
    run: RunStatement,
  ): Promise<readonly RatedValue[]> {
    const dimensions = source === 'raw' ? changeDimensionIds : changeDimensionIds.filter(isChangeInRollups);
    const fields = fieldsOfAll(dimensions);
    const places = new Map(dimensions.map((id) => [groupedOf(fields, id), id]));
    const rows = await run<ValueRow>(changeValuesStatement(reading, { outwards, dimensions, seconds }));
    return rows.flatMap(({ grouped, values, now, before }) => {
      const dimension = places.get(grouped);
      if (dimension === undefined) return [];
      const own = fieldsOfChange(dimension).map((field) => values[fields.indexOf(field)] ?? '');
      return [{ dimension, values: own.map(shownText), ...changeRates({ now, before }, seconds, per) }];
    });
  }
}

const seriesOf = (sums: AtomSums, bits: number): ChangeReply['series'] => {
  const { now, before } = sums.series(bits);
  return { now: [...now], before: [...before] };
};

function findingOf(
  { candidate, parts }: Finding,
  {
    ranked,
    sums,
    value,
  }: {
    readonly ranked: readonly RatedValue[];
    readonly sums: AtomSums;
    readonly value: (value: RatedValue) => ChangeValue;
  },
): ChangeReply['findings'][number] {
  const of = (place: number): RatedValue => {
    const found = ranked[place];
    if (found === undefined) throw new RangeError(`there is no candidate ${String(place)}`);
    return found;
  };
  return {
    ...value(of(candidate)),
    parts: parts.map(({ candidate: other, relation, contribution }) => ({
      ...value(of(other)),
      relation,
      contribution,
    })),
    series: seriesOf(sums, 1 << candidate),
  };
}

import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import {
  changeDimensionIds,
  isChangeInRollups,
  isUnset,
  preferenceOf,
  type ChangeDimensionId,
} from '#schemas/explore/changed/dimensions.ts';
import { mergeFindings, MOST_CANDIDATES, type Finding } from '#schemas/explore/changed/merging.ts';
import { stepSecondsOf, type BaselineKind, type Period } from '#schemas/explore/changed/periods.ts';
import { rankValues, stateOf, withOthers, type Rates } from '#schemas/explore/changed/ranking.ts';
import { valueFilter } from '#schemas/explore/changed/value-filter.ts';
import {
  LISTED_FINDINGS,
  LISTED_VALUES,
  type ChangeMeasure,
  type ChangeReply,
  type ChangeValue,
} from '#schemas/explore/changed/what-changed.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { sitesSeenBy, type Caller } from '#server/kernel/access/caller.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import { readClassesInForce } from '#server/shared/qos/models-in-force.ts';
import type { FairQueue } from '#server/shared/queue/fair-queue.ts';
import { AtomSums, ratesOf, secondsOf, type ReadPeriod } from './atom-sums.ts';
import { changeBindings } from './change-bindings.ts';
import { parsedFilter, type FilterNameNeeds } from './change-filter.ts';
import {
  atomsStatement,
  fieldsOfAll,
  flowCountStatement,
  groupedOf,
  outwardsStatement,
  perSum,
  valuesStatement,
  type AtomRow,
  type ChangeReading,
  type ChangeSource,
  type Outwards,
  type Statement,
  type ValueRow,
} from './changed-statements.ts';
import { scopeOfChange, type ChangeContext } from './scope-of-change.ts';
import { comparedPeriods, type ComparedPeriods } from './source-of-change.ts';
import { valueNames } from './value-names.ts';

export interface ChangedReaderNeeds extends FilterNameNeeds {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly inventory: InventoryCache;
  readonly queue: FairQueue;
  readonly retentionDays: RetentionDays;
  /** Flows that are compared one by one at most: of more, their rollups. */
  readonly mostFlows?: number;
}

/** What is compared, for whom. */
export interface ComparedTraffic {
  readonly caller: Caller;
  readonly customer: number;
  readonly zone: string;
  readonly period: Period;
  readonly baseline: BaselineKind;
  readonly measure: ChangeMeasure;
  readonly context: ChangeContext;
  readonly signal: AbortSignal;
}

/** As many as two processors read within the time limit (docs/performance.md). */
const MOST_FLOWS = 100_000_000;

/** A value of a dimension with its rates. */
interface RatedValue extends Rates {
  readonly dimension: ChangeDimensionId;
  readonly values: readonly string[];
}

/** IPv4 addresses are stored mapped. */
const shownText = (text: string): string => text.replace(/^::ffff:(?=\d+\.)/, '');

type Run = <Row>(statement: Statement) => Promise<readonly Row[]>;

interface Chosen extends ComparedPeriods {
  readonly reading: ChangeReading;
  readonly outwards: Outwards;
  readonly reason: ChangeReply['reason'];
}

const readingOf = (
  { source, period, baseline }: ComparedPeriods,
  rest: Pick<ChangeReading, 'scope' | 'measure' | 'bindings'>,
): ChangeReading => ({
  ...rest,
  source,
  periods: [period, ...baseline.filter(({ isRetained }) => isRetained)],
});

/** Compares the flows of a period with those of its baseline. */
export class ChangedReader {
  readonly #needs: ChangedReaderNeeds;

  constructor(needs: ChangedReaderNeeds) {
    this.#needs = needs;
  }

  /** Throws NOT_FOUND for elements that the caller does not see, FILTER_… , SERIES_NOT_KEPT and TOO_MUCH_DATA. */
  async read(asked: ComparedTraffic): Promise<ChangeReply> {
    const { caller, customer, measure, context, zone } = asked;
    const { db, inventory } = this.#needs;
    const classes = await readClassesInForce(db, customer);
    const { tree, names, isOneSite } = await parsedFilter(this.#needs, {
      caller,
      customer,
      text: context.filter,
      classes,
    });
    const { scope, shown } = scopeOfChange(inventory.current, { caller, customer }, context, tree);
    const seen = sitesSeenBy(caller, customer);
    const rest = {
      scope: { ...scope, isOneSite: isOneSite || scope.sites?.length === 1 },
      measure,
      bindings: changeBindings({ classes, seen: seen === undefined ? undefined : [...seen], names }),
    };
    const run = this.#run(asked);
    const chosen = await this.#choose(asked, rest, run);
    const { reading, outwards, source, period, baseline, reason } = chosen;
    const stepSeconds = stepSecondsOf(period, source === 'raw' ? 1 : source === '5m' ? 300 : 3_600);
    const per = perSum[measure];
    const totals = await run<AtomRow>(atomsStatement(reading, { outwards, candidates: [], stepSeconds }));
    const read: readonly ReadPeriod[] = reading.periods.map((each, place) => ({
      from: each.from,
      to: each.to,
      counts: place === 0 || totals.some((row) => row.place === place),
    }));
    const shape = { periods: read, stepSeconds, per };
    const all = new AtomSums(totals, shape);
    const seconds = secondsOf(read);
    const total = { now: 0, before: 0, ...all.atoms[0] };
    const values = await this.#values(chosen, { seconds, per }, run);
    const ranked = rankValues(
      values.filter((value) => !isUnset(value.dimension, value.values)),
      total,
    ).slice(0, MOST_CANDIDATES);
    const rows =
      ranked.length === 0
        ? []
        : await run<AtomRow>(atomsStatement(reading, { outwards, candidates: ranked, stepSeconds }));
    const sums = new AtomSums(rows, shape);
    const findings = mergeFindings(
      sums.atoms,
      ranked.map(({ dimension }) => preferenceOf(dimension)),
    ).slice(0, LISTED_FINDINGS);
    const listed = [...Map.groupBy(values, ({ dimension }) => dimension)].map(([dimension, own]) => ({
      dimension,
      ...withOthers(own, total, LISTED_VALUES),
    }));
    const nameOf = await valueNames(
      { ...this.#needs, inventory: inventory.current, classes },
      { caller, customer, to: period.to },
      [...ranked, ...listed.flatMap((each) => each.values)],
    );
    const value = ({ dimension, values: texts, now, before }: RatedValue): ChangeValue => ({
      dimension,
      values: texts.map(shownText),
      names: nameOf({ dimension, values: texts.map(shownText) }),
      now,
      before,
      state: stateOf({ now, before }),
      filter: valueFilter(dimension, texts.map(shownText)),
    });
    const countsOf = (each: Period): boolean =>
      read.slice(1).some(({ from, to, counts }) => from === each.from && to === each.to && counts);
    return {
      period,
      baseline: baseline.map(({ from, to }) => ({ from, to, counts: countsOf({ from, to }) })),
      timeZone: zone,
      context: shown,
      measure,
      source,
      reason,
      total: { now: total.now, before: total.before },
      stepSeconds,
      series: seriesOf(all, 0),
      findings: findings.map((finding) => findingOf(finding, { ranked, sums, value })),
      dimensions: listed.map(({ dimension, values: own, others }) => ({
        dimension,
        values: own.map(value),
        others,
      })),
    };
  }

  /** Runs statements in the turns of the customer. */
  #run({ customer, signal }: ComparedTraffic): Run {
    const { queue, clickhouse } = this.#needs;
    return <Row>({ sql, params, settings }: Statement) =>
      queue.run(
        customer,
        (rank) => withinLimits(clickhouse.query<Row>(sql, params, { ...settings, priority: String(rank) })),
        { signal },
      );
  }

  /** Raw flows where they are retained and not too many, else rollups. */
  async #choose(
    { period: asked, baseline: kind, zone }: ComparedTraffic,
    rest: Pick<ChangeReading, 'scope' | 'measure' | 'bindings'>,
    run: Run,
  ): Promise<Chosen> {
    const { clock, retentionDays: days, mostFlows = MOST_FLOWS } = this.#needs;
    const choose = (least: ChangeSource): ComparedPeriods =>
      comparedPeriods(asked, { kind, zone, least }, { nowMs: clock.now().getTime(), days });
    const fine = choose('raw');
    const reading = readingOf(fine, rest);
    const outwards = await this.#outwards(reading, run);
    if (fine.source !== 'raw') return { ...fine, reading, outwards, reason: 'expired' };
    const [count] = await run<{ readonly flows: number }>(flowCountStatement(reading, outwards));
    if ((count?.flows ?? 0) <= mostFlows) return { ...fine, reading, outwards, reason: null };
    const coarse = choose('5m');
    return { ...coarse, reading: readingOf(coarse, rest), outwards, reason: 'many' };
  }

  async #outwards(reading: ChangeReading, run: Run): Promise<Outwards> {
    const { port } = reading.scope;
    if (port === undefined || port.way === 'in') return 'egress';
    const [found] = await run<{ readonly egress: number | boolean }>(outwardsStatement(reading));
    return found !== undefined && Number(found.egress) > 0 ? 'egress' : 'ingress';
  }

  async #values(
    { reading, outwards, source }: Chosen,
    { seconds, per }: { readonly seconds: Rates; readonly per: number },
    run: Run,
  ): Promise<readonly RatedValue[]> {
    const dimensions = source === 'raw' ? changeDimensionIds : changeDimensionIds.filter(isChangeInRollups);
    const fields = fieldsOfAll(dimensions);
    const places = new Map(dimensions.map((id) => [groupedOf(fields, id), id]));
    const rows = await run<ValueRow>(valuesStatement(reading, { outwards, dimensions, seconds }));
    return rows.flatMap(({ grouped, values, now, before }) => {
      const dimension = places.get(grouped);
      if (dimension === undefined) return [];
      const own = fields.flatMap((field, place) =>
        fieldsOfAll([dimension]).includes(field) ? [values[place] ?? ''] : [],
      );
      return [{ dimension, values: own, ...ratesOf({ now, before }, seconds, per) }];
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

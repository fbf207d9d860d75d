import { DataRequest, inZone } from '#schemas/data/data-request.ts';
import { rankStatement, valuesStatement, type DataStatement } from './sql/statement.ts';
import type { StatementPart } from './sql/statement-part.ts';
import { keyColumns, stepColumns } from './sql/step-columns.ts';
import type { ElementFilter } from '#schemas/data/element-filter.ts';
import type { FlowEnds } from '#schemas/kpi/flow-ends.ts';
import type { FlowDimension } from './sql/flow-series-sql.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { findQueryableKpi, type QueryableKpi } from './plan/queryable-kpi.ts';
import { dataPlanOf } from './plan/data-plan.ts';
import type { DataReaderNeeds } from './data-reader.ts';
import { keyedValues, listedKeys, type KeyedValues } from './result/data-rows.ts';
import { planInput, type DatedInput } from './plan/plan-input.ts';
import { flowFormula } from './plan/plan-scope.ts';
import { CallStatements } from './cache/call-statements.ts';
import type { Ran } from './read/ran.ts';

/** Values of KPIs of flows by the sites at both ends, over a period. */
export interface FlowEndQuery {
  readonly customer: number;
  readonly from: number;
  readonly to: number;
  readonly kpis: readonly string[];
  readonly ends: FlowEnds;
  /** Empty: all. */
  readonly applications: readonly number[];
  readonly classes: readonly number[];
}

export interface FlowEndValues {
  readonly from: number;
  readonly to: number;
  readonly kpis: readonly { readonly key: string; readonly unit: Unit }[];
  /** By end and far end, by rank of the first KPI. */
  readonly rows: readonly { readonly key: readonly number[]; readonly values: readonly (number | null)[] }[];
}

type FlowEndReaderNeeds = Omit<DataReaderNeeds, 'readReported' | 'db'>;

const named = (element: 'application' | 'class', ids: readonly number[]): ElementFilter[] =>
  ids.length === 0 ? [] : [{ element, ids: [...ids], predicates: [], onlyActive: false }];

const place = 0;
const progress = { place, onStart: () => undefined } as const;

/** Reads values of KPIs by the ends of flows: the same formulas, steps and limits as data requests. */
export class FlowEndReader {
  readonly #needs: FlowEndReaderNeeds;

  constructor(needs: FlowEndReaderNeeds) {
    this.#needs = needs;
  }

  /**
   * The keys with the highest values of the first KPI, `count` at most. Throws DASHLET_KPI_UNKNOWN, KPI_INCOMPATIBLE, SERIES_NOT_RETAINED,
   * CONTEXT_TOO_LARGE and TOO_MUCH_DATA.
   */
  async ranked(
    query: FlowEndQuery,
    {
      keys,
      count,
      signal,
    }: { readonly keys: readonly FlowDimension[]; readonly count: number; readonly signal: AbortSignal },
  ): Promise<FlowEndValues> {
    const input = await this.#input(query);
    const run = this.#runner(query, input, signal);
    const kpis = input.series.map(({ of: { key, unit } }) => ({ key, unit }));
    const found = { from: input.from, to: input.to, kpis };
    if (input.from >= input.to) return { ...found, rows: [] };
    const [first] = this.#parts(input, query, { keys, ranked: undefined, series: [0] });
    if (first === undefined) throw new ProblemError('DASHLET_UNPROCESSABLE');
    const zone = input.request.timeZone;
    const ranked = listedKeys(keyColumns(await run(rankStatement(first, zone, { order: 'highest', count }))));
    if (ranked.length === 0) return { ...found, rows: [] };
    const rows = await this.#values(input, query, { keys, ranked, run });
    const byKey = new Map(rows.map((row) => [row.key.join(' '), row]));
    const inOrder = ranked.flatMap((key) => byKey.get(key.join(' ')) ?? []);
    return { ...found, rows: inOrder.map(onePerSeries) };
  }

  /** Values by further keys of some pairs of ends, in no order. Throws as `ranked`. */
  async within(
    query: FlowEndQuery,
    {
      keys,
      pairs,
      signal,
    }: {
      readonly keys: readonly FlowDimension[];
      readonly pairs: readonly (readonly number[])[];
      readonly signal: AbortSignal;
    },
  ): Promise<FlowEndValues['rows']> {
    const input = await this.#input(query);
    if (pairs.length === 0 || input.from >= input.to) return [];
    const run = this.#runner(query, input, signal);
    return (await this.#values(input, query, { keys, ranked: pairs, run })).map(onePerSeries);
  }

  async #values(
    input: DatedInput,
    query: FlowEndQuery,
    {
      keys,
      ranked,
      run,
    }: {
      readonly keys: readonly FlowDimension[];
      readonly ranked: readonly (readonly number[])[];
      readonly run: (statement: DataStatement) => Promise<Ran['columns']>;
    },
  ): Promise<readonly KeyedValues[]> {
    const series = input.series.map((_, index) => index);
    const { placed } = dataPlanOf(input, { series, isTotal: true, ranked: undefined });
    const parts = this.#parts(input, query, { keys, ranked, series });
    const columns = stepColumns(await run(valuesStatement(parts, input.request.timeZone)));
    return keyedValues(columns, { placed, steps: null });
  }

  /** The parts of a plan, by the ends of flows instead of the site that reports them. */
  #parts(
    input: DatedInput,
    { ends }: FlowEndQuery,
    {
      keys,
      ranked,
      series,
    }: {
      readonly keys: readonly FlowDimension[];
      readonly ranked: readonly (readonly number[])[] | undefined;
      readonly series: readonly number[];
    },
  ): readonly StatementPart[] {
    const { parts } = dataPlanOf(input, { series, isTotal: true, ranked: undefined });
    return parts.map((part): StatementPart => {
      if (part.of !== 'flows') throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: '' } });
      const chosen = ranked && { keys: ranked, others: false };
      const values = { ...part.values, keys, sites: undefined, conversations: false, seen: undefined, ends };
      return { ...part, values: { ...values, ranked: chosen } };
    });
  }

  #runner(
    { customer }: FlowEndQuery,
    { finalUntil, to }: DatedInput,
    signal: AbortSignal,
  ): (statement: DataStatement) => Promise<Ran['columns']> {
    const statements = new CallStatements(this.#needs, customer);
    const finality = { finalUntil, isFinal: to <= finalUntil };
    return async (statement) => {
      const { columns } = await statements.run(statement, finality, { ...progress, signal });
      // Rows of values are made in a turn; a rank costs little to continue with.
      if (statement.source.form.is !== 'rank') await this.#needs.scheduler.leave({ customer, place, signal });
      return columns;
    };
  }

  async #input({ customer, from, to, kpis, applications, classes }: FlowEndQuery): Promise<DatedInput> {
    const { clock, inventory, retentionDays, hourCuts, closedUntil } = this.#needs;
    const request = DataRequest.parse({
      id: 'flow map',
      series: kpis.map((kpi) => ({ kpi })),
      from,
      to,
      filters: [...named('application', applications), ...named('class', classes)],
    });
    const found = new Map<string, QueryableKpi>();
    for (const key of kpis) {
      const kpi = await findQueryableKpi(this.#needs.kpis, key);
      if (kpi === undefined) continue;
      if (flowFormula(kpi, inZone(request, 'UTC')) === undefined)
        throw new ProblemError('KPI_INCOMPATIBLE', { params: { kpi: key } });
      found.set(key, kpi);
    }
    return planInput(inZone(request, 'UTC'), found, {
      customer,
      inventory: inventory.current,
      retention: { days: retentionDays, nowMs: clock.now().getTime(), cut: hourCuts.of(customer) },
      seen: undefined,
      closedUntil: (of) => closedUntil(customer, of),
      contexts: new Map(),
    });
  }
}

const onePerSeries = ({ key, values }: KeyedValues): FlowEndValues['rows'][number] => ({
  key,
  values: values.map(([value = null]) => value),
});

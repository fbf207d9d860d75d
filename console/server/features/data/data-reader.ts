import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { DataExplanation, DataResult, DataRow } from '#schemas/data/data-result-size.ts';
import type { ZonedRequest } from '#schemas/data/data-request.ts';
import { rankStatement, valuesStatement, type DataStatement } from './sql/statement.ts';
import { keyColumns, stepColumns, type StepColumns } from './sql/step-columns.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { ReadReported } from '#server/shared/application/find-application-names.ts';
import type { HourCuts } from '#server/shared/zone/hour-cuts.ts';
import { findQueryableKpi, type KpiSource, type QueryableKpi } from './plan/queryable-kpi.ts';
import type { ResponseThrottle } from './schedule/tenant-scheduler.ts';
import { dataPlanOf } from './plan/data-plan.ts';
import type { PlanScope } from './plan/plan-scope.ts';
import {
  inRank,
  isOthers,
  keyedValues,
  listedKeys,
  rankedKeys,
  shownLines,
  withEvery,
  type KeyedValues,
} from './result/data-rows.ts';
import { earlierPeriod, withEarlier, type ComparedValues } from './plan/earlier-period.ts';
import { keyNames, keysOfRows } from './result/key-names.ts';
import { planInput, type CallScope, type DataSource, type DatedInput } from './plan/plan-input.ts';
import type { PeriodTotals } from './cache/period-totals.ts';
import { sharedResultKey, type SharedResults } from './cache/shared-results.ts';
import type { Ran, SharedStatements } from './cache/shared-statements.ts';
import type { Progress, StatementBatches } from './read/statement-batches.ts';
import { resultNotes } from './result/result-notes.ts';
import { finestWorking, resultSeries } from './result/result-series.ts';
import { StatementRunner } from './cache/statement-runner.ts';

export interface DataReaderNeeds {
  readonly kpis: KpiSource;
  readonly readReported: ReadReported;
  readonly db: Db;
  readonly inventory: InventoryCache;
  readonly clock: Pick<Clock, 'now'>;
  readonly retentionDays: RetentionDays;
  readonly hourCuts: Pick<HourCuts, 'of'>;
  readonly batches: StatementBatches;
  readonly shared: SharedStatements;
  readonly results: SharedResults;
  readonly turns: ResponseThrottle;
  readonly totals: PeriodTotals;
  /** End of the last closed window that was announced. */
  readonly closedUntil: (customer: number, of: DataSource) => number | undefined;
}

interface RunningRequest {
  readonly input: DatedInput;
  readonly progress: Progress;
}

/** The statements of a request with what they returned. */
interface Used {
  readonly statement: DataStatement;
  readonly ran: Ran;
}

type Ranked = PlanScope['ranked'];

const allSeries = ({ series }: DatedInput): readonly number[] => series.map((_, index) => index);

/** The rows of new steps, with those of known keys without a value: their names change also then, as that of a deleted element. */
function namedWith(input: DatedInput, found: readonly KeyedValues[]): readonly KeyedValues[] {
  const {
    steps,
    series,
    request: { since, ranked, known = ranked },
  } = input;
  if (steps === null || since === undefined || known === undefined) return found;
  return withEvery(found, keysOfRows(input, known), { series: series.length, width: steps.length });
}

/** Responds to the requests of one call, which share statements, KPIs and contexts. */
export class DataCallReader {
  readonly #needs: DataReaderNeeds;
  readonly #caller: Caller;
  readonly #scope: CallScope;
  readonly #signal: AbortSignal;
  readonly #runner: StatementRunner;
  readonly #kpis = new Map<string, Promise<QueryableKpi | undefined>>();

  constructor(
    needs: DataReaderNeeds,
    {
      caller,
      customer,
      signal,
    }: { readonly caller: Caller; readonly customer: number; readonly signal: AbortSignal },
  ) {
    const { clock, inventory, retentionDays, hourCuts, closedUntil } = needs;
    this.#needs = needs;
    this.#caller = caller;
    this.#signal = signal;
    this.#runner = new StatementRunner(needs, { customer, signal });
    this.#scope = {
      customer,
      inventory: inventory.current,
      retention: { days: retentionDays, nowMs: clock.now().getTime(), cut: hourCuts.of(customer) },
      seen: withinSites(caller, customer, undefined),
      closedUntil: (of) => closedUntil(customer, of),
      contexts: new Map(),
    };
  }

  /** The result as JSON. Throws every problem of a request. */
  async read(request: ZonedRequest, progress: Progress): Promise<string> {
    if (request.explain && !this.#caller.permissions.has('SUPPORT.MONITORING.read'))
      throw new ProblemError('FORBIDDEN');
    // Fifty pages that open at once request 1,500 results, whose plans take a third of a second together.
    await this.#needs.turns.next(this.#scope.customer, progress.place, this.#signal);
    const input = planInput(request, await this.#kpisOf(request), this.#scope);
    const work = async (): Promise<string> => JSON.stringify(await this.#result(input, progress));
    const key = sharedResultKey(input);
    if (key === undefined) return work();
    const shared = { inventory: input.inventory, key, signal: this.#signal };
    const { text, isOwn } = await this.#needs.results.read(shared, work);
    if (isOwn) return text;
    progress.onStart();
    await this.#needs.turns.next(input.customer, progress.place, this.#signal);
    return text;
  }

  async #result(input: DatedInput, progress: Progress): Promise<DataResult> {
    const { request } = input;
    const used: Used[] = [];
    const requested = { input, progress };
    const ranked = await this.#ranked(requested, used);
    const found = input.from < input.to ? await this.#rows(requested, ranked, used) : [];
    const compared = await this.#compared(requested, { ranked, found }, used);
    const rows = await this.#named(input, compared.rows);
    const isExtended = request.since !== undefined && input.steps !== null;
    if (rows.length === 0 && !isExtended) throw new ProblemError('DASHLET_NO_DATA');
    const { display, from, to, sources, version } = input;
    const series = input.series.map((each) => resultSeries(input, each));
    // Of the full period, also where only its new steps are requested.
    const notes = resultNotes({ ...input, from: input.complete.from });
    return {
      series,
      working: finestWorking(series),
      display,
      timeZone: request.timeZone,
      from,
      to,
      sources: [...sources],
      version,
      steps: input.steps === null ? null : [...input.steps],
      ...asMutable(shownLines(rows, request.lines)),
      ...(compared.earlier === undefined ? {} : { earlier: compared.earlier }),
      ...(notes.length === 0 ? {} : { notes: [...notes] }),
      ...(request.explain ? { explanation: this.#explained(input, used) } : {}),
    };
  }

  async #kpisOf({ series }: ZonedRequest): Promise<ReadonlyMap<string, QueryableKpi>> {
    const found = new Map<string, QueryableKpi>();
    for (const key of new Set(series.map(({ kpi }) => kpi))) {
      const known = this.#kpis.get(key) ?? findQueryableKpi(this.#needs.kpis, key);
      this.#kpis.set(key, known);
      const kpi = await known;
      if (kpi !== undefined) found.set(key, kpi);
    }
    return found;
  }

  /** Keys of a top or list breakdown. */
  async #ranked({ input, progress }: RunningRequest, used: Used[]): Promise<Ranked> {
    const { breakdown, ranked, since, timeZone } = input.request;
    if (breakdown.kind === 'list') return { keys: breakdown.ids.map((id) => [id]), others: false };
    if (breakdown.kind !== 'top') return undefined;
    if (ranked !== undefined && since !== undefined)
      return { keys: keysOfRows(input, ranked), others: breakdown.others };
    if (input.from >= input.to) return { keys: [], others: false };
    const scope = { series: [breakdown.rankedBy], isTotal: true, ranked: undefined };
    const [part] = dataPlanOf(input, scope).parts;
    if (part === undefined) return { keys: [], others: false };
    const totals = await this.#fromSteps({ input, progress }, { ...scope, isOnlyFirst: true }, used);
    if (totals !== undefined) return { keys: rankedKeys(totals, breakdown), others: breakdown.others };
    const statement = rankStatement(part, timeZone, breakdown);
    const columns = await this.#run(statement, { input, progress }, used);
    return { keys: listedKeys(keyColumns(columns)), others: breakdown.others };
  }

  async #run(
    statement: DataStatement,
    { input, progress }: RunningRequest,
    used: Used[],
  ): Promise<Ran['columns']> {
    const { finalUntil, to } = input;
    const ran = await this.#runner.run(statement, { finalUntil, isFinal: to <= finalUntil }, progress);
    used.push({ statement, ran });
    return ran.columns;
  }

  /** Values of the full period from those of its steps; undefined where it has steps of its own or this is not exact. */
  async #fromSteps(
    requested: RunningRequest,
    { isOnlyFirst = false, ...scope }: PlanScope & { readonly isOnlyFirst?: boolean },
    used: Used[],
  ): Promise<StepColumns | undefined> {
    const { input } = requested;
    if (input.steps !== null) return undefined;
    return this.#needs.totals.read({
      input,
      partsFrom: (from) => {
        const { parts } = dataPlanOf({ ...input, from }, { ...scope, isTotal: false });
        return isOnlyFirst ? parts.slice(0, 1) : parts;
      },
      run: async (statement) => stepColumns(await this.#run(statement, requested, used)),
    });
  }

  async #rows(requested: RunningRequest, ranked: Ranked, used: Used[]): Promise<readonly KeyedValues[]> {
    if (ranked?.keys.length === 0) return [];
    const { input } = requested;
    const { steps, request } = input;
    const scope = { series: allSeries(input), isTotal: steps === null, ranked };
    const plan = dataPlanOf(input, scope);
    // Of all keys, as they were read to rank them: another rank needs no other steps.
    const isTop = request.breakdown.kind === 'top' && ranked?.others === false;
    const rows =
      (await this.#fromSteps(requested, isTop ? { ...scope, ranked: undefined } : scope, used)) ??
      stepColumns(await this.#run(valuesStatement(plan.parts, request.timeZone), requested, used));
    const found = keyedValues(rows, { placed: plan.placed, steps }, isTop ? ranked.keys : undefined);
    const named = namedWith(input, found);
    return ranked === undefined ? named : inRank(named, ranked.keys);
  }

  /** Adds the values of the earlier period, of the same keys. One whose values are no longer stored has none. */
  async #compared(
    { input, progress }: RunningRequest,
    { ranked, found }: { readonly ranked: Ranked; readonly found: readonly KeyedValues[] },
    used: Used[],
  ): Promise<{ readonly rows: readonly ComparedValues[]; readonly earlier?: DataResult['earlier'] }> {
    const period = earlierPeriod(input);
    if (period === undefined) return { rows: found };
    const steps = [...period.steps];
    try {
      const rows =
        period.input === undefined || found.length === 0
          ? []
          : await this.#rows({ input: period.input, progress }, ranked, used);
      return { rows: withEarlier(found, rows, period), earlier: { steps, retained: true } };
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'SERIES_NOT_RETAINED') throw error;
      return { rows: found, earlier: { steps, retained: false } };
    }
  }

  async #named(input: DatedInput, rows: readonly ComparedValues[]): Promise<readonly DataRow[]> {
    const names = await keyNames(
      { ...this.#needs, caller: this.#caller },
      input,
      rows.map(({ key }) => key),
    );
    return rows.map(({ key, ...values }) => ({
      key: names(key),
      ...(isOthers(key) ? { others: true as const } : {}),
      ...values,
    }));
  }

  #explained({ series, version }: DatedInput, used: readonly Used[]): DataExplanation {
    const { nowMs } = this.#scope.retention;
    return {
      statements: used.map(({ statement, ran: { sql, elapsedMs, readRows, readBytes, together } }) => ({
        sql,
        elapsedMs,
        readRows,
        readBytes,
        sharedBy: this.#runner.usersOf(statement) * together,
      })),
      formulas: series.map(({ of: { key, computed, formulas } }) => ({
        kpi: key,
        strategy: computed.strategy,
        formulas: [...formulas],
      })),
      queuedMs: used.reduce((sum, { ran }) => sum + ran.queuedMs, 0),
      dataAge: Math.max(0, Math.round(nowMs / SECOND_MS) - version),
    };
  }
}

const asMutable = ({ rows, rowCount }: { readonly rows: readonly DataRow[]; readonly rowCount: number }) => ({
  rows: [...rows],
  rowCount,
});

import type { Clock } from '#platform/clock/clock.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { DataExplanation, DataResult } from '#schemas/data/data-result-size.ts';
import type { ZonedRequest } from '#schemas/data/data-request.ts';
import type { RetentionDays } from '#schemas/limit/retention.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { withinSites } from '#server/kernel/access/within-sites.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import type { ReadReported } from '#server/shared/application/find-application-names.ts';
import type { HourCuts } from '#server/shared/zone/hour-cuts.ts';
import { CallStatements } from './cache/call-statements.ts';
import type { DataCache } from './cache/data-cache.ts';
import { resultKey } from './cache/result-key.ts';
import { planInput, type CallScope, type DataSource, type DatedInput } from './plan/plan-input.ts';
import { findQueryableKpi, type KpiSource, type QueryableKpi } from './plan/queryable-kpi.ts';
import type { Progress, StatementBatches } from './read/statement-batches.ts';
import { RequestReader, type UsedStatement } from './request-reader.ts';
import { dataResult } from './result/data-result.ts';
import type { CustomerScheduler } from './schedule/customer-scheduler.ts';

export interface DataReaderNeeds {
  readonly kpis: KpiSource;
  readonly readReported: ReadReported;
  readonly db: Db;
  readonly inventory: InventoryCache;
  readonly clock: Pick<Clock, 'now'>;
  readonly retentionDays: RetentionDays;
  readonly hourCuts: Pick<HourCuts, 'of'>;
  readonly cache: DataCache;
  readonly scheduler: CustomerScheduler;
  readonly batches: StatementBatches;
  /** End of the last closed window that was announced. */
  readonly closedUntil: (customer: number, of: DataSource) => number | undefined;
}

interface ReadingCall {
  readonly caller: Caller;
  readonly customer: number;
  readonly signal: AbortSignal;
}

/**
 * Responds to the requests of one call, which share statements, KPIs and contexts. A request is planned, looked up in the cache, scheduled
 * and read (docs/adr/0044-data-requests.md).
 */
export class DataCallReader {
  readonly #needs: DataReaderNeeds;
  readonly #call: ReadingCall;
  readonly #scope: CallScope;
  readonly #statements: CallStatements;
  readonly #kpis = new Map<string, Promise<QueryableKpi | undefined>>();

  constructor(needs: DataReaderNeeds, call: ReadingCall) {
    const { clock, inventory, retentionDays, hourCuts, closedUntil } = needs;
    const { customer, caller } = call;
    this.#needs = needs;
    this.#call = call;
    this.#statements = new CallStatements(needs, customer);
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
    const { scheduler, cache } = this.#needs;
    const { caller, customer, signal } = this.#call;
    if (request.explain && !caller.permissions.has('SUPPORT.MONITORING.read'))
      throw new ProblemError('FORBIDDEN');
    // Fifty pages that open at once request 1,500 results, whose plans take a third of a second together.
    await scheduler.enter({ customer, place: progress.place, signal });
    const input = planInput(request, await this.#kpisOf(request), this.#scope);
    const key = resultKey(input);
    let isOwn = false;
    const make = async (stop: AbortSignal): Promise<string> => {
      isOwn = true;
      return JSON.stringify(await this.#result(input, { ...progress, signal: stop }));
    };
    if (key === undefined) return make(signal);
    const text = await cache.result({ inventory: input.inventory, key, signal }, make);
    if (isOwn) return text;
    progress.onStart();
    await scheduler.leave({ customer, place: progress.place, signal });
    return text;
  }

  async #result(
    input: DatedInput,
    progress: Progress & { readonly signal: AbortSignal },
  ): Promise<DataResult> {
    const { scheduler, cache } = this.#needs;
    const { place, signal } = progress;
    const reader = new RequestReader({ statements: this.#statements, cache }, progress);
    const read = await reader.read(input);
    await scheduler.leave({ customer: input.customer, place, signal });
    const result = await dataResult({ ...this.#needs, caller: this.#call.caller }, input, read);
    return input.request.explain ? { ...result, explanation: this.#explained(input, reader.used) } : result;
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

  #explained({ series, version }: DatedInput, used: readonly UsedStatement[]): DataExplanation {
    const { nowMs } = this.#scope.retention;
    return {
      statements: used.map(({ statement, ran: { sql, elapsedMs, readRows, readBytes, together } }) => ({
        sql,
        elapsedMs,
        readRows,
        readBytes,
        sharedBy: this.#statements.usersOf(statement) * together,
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

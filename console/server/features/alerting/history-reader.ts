import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { silencesThen } from '#platform/silence/load.ts';
import { measuredId } from '#schemas/kpi/library.ts';
import type { readAlertHistory, readAlertTimeline } from '#schemas/alerting/history.ts';
import type { PastAlerts } from '#schemas/alerting/past-routes.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { withinSites } from '../../kernel/access/within-sites.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import type { RouteCall } from '../../kernel/route/serve.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';
import { readTimeline, type HistoryStatement } from './alert-timeline.ts';
import { readEventDeliveries } from './event-deliveries.ts';
import type { EventFilter } from './event-filter.ts';
import { formatCursor, parseCursor } from './history-cursor.ts';
import {
  acknowledgementsSql,
  eventsSql,
  measuresSql,
  runningRowsSql,
  type AcknowledgementRow,
  type PastEventRow,
  type PastMeasureRow,
  type RunningRow,
} from './history-queries.ts';
import { pastAlerts, pastEvent, shownWindows, type PastNameLookup } from './past/past-alerts.ts';
import { explanationsSql, pastParents, type ExplanationRow } from './past/past-explanations.ts';
import { pastMarks, type PastMarks } from './past/past-marks.ts';
import { readNameLookup } from './past/past-name-lookup.ts';
import { pastRunningAlarms, type PastRunningAlarm } from './past/past-running-alarm.ts';

export interface AlertHistoryNeeds {
  readonly visibility: AlarmVisibility;
  readonly inventory: InventoryCache;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
}

type PastFilter = EventFilter & { readonly customer: number; readonly at: number };

/** A customer, and the caller who reads its history. */
export interface HistoryScope {
  readonly customer: number;
  readonly caller: Caller;
}

/** Undefined without a cursor. Throws VALIDATION for a malformed one. */
function cursorKey(cursor: string | undefined) {
  const key = cursor === undefined ? undefined : parseCursor(cursor);
  if (cursor !== undefined && key === undefined)
    throw new ProblemError('VALIDATION', {
      errors: [{ path: 'query.cursor', code: 'CURSOR_INVALID' }],
    });
  return key;
}

/** Reads past alerts of a customer from the stored events. */
export class HistoryReader {
  readonly #needs: AlertHistoryNeeds;

  constructor(needs: AlertHistoryNeeds) {
    this.#needs = needs;
  }

  /** A page of events, newest first, and the cursor of the next page. */
  async listEvents(
    { customer, caller }: HistoryScope,
    query: RouteCall<typeof readAlertHistory>['query'] & Pick<EventFilter, 'element'>,
  ) {
    const { cursor, limit, deliveries, ...filter } = query;
    const after = cursorKey(cursor);
    const rows = await this.#query<PastEventRow>(
      eventsSql({
        ...filter,
        customer,
        site: withinSites(caller, customer, filter.site),
        visible: this.#visibleAlarms(caller),
        after,
        limit: limit + 1,
      }),
    );
    const page = rows.slice(0, limit);
    const ids = deliveries ? page.map(({ event }) => event) : [];
    const [names, notified] = await Promise.all([
      this.#readNames(customer, page),
      readEventDeliveries(this.#needs.db, { caller, customer }, ids),
    ]);
    const last = page.at(-1);
    return {
      events: page.map((row) => {
        const sent = notified.get(row.event);
        return { ...pastEvent(row, names), ...(sent === undefined ? {} : { notified: [...sent] }) };
      }),
      next: last === undefined || rows.length <= limit ? null : formatCursor(last),
    };
  }

  /** Transitions per bucket, and the number of alarms that run at the end of each bucket. */
  async readTimeline(
    { customer, caller }: HistoryScope,
    query: RouteCall<typeof readAlertTimeline>['query'],
  ) {
    const { buckets, ...period } = query;
    const filter = {
      ...period,
      customer,
      site: withinSites(caller, customer, period.site),
      visible: this.#visibleAlarms(caller),
    };
    return readTimeline((statement) => this.#query(statement), filter, buckets);
  }

  /** The alerts that were running at a time. Throws TOO_MUCH_DATA. */
  async readPastAlerts({ customer, caller }: HistoryScope, at: number): Promise<PastAlerts> {
    const site = withinSites(caller, customer, undefined);
    const filter = { customer, site, visible: this.#visibleAlarms(caller), at };
    const rows = await this.#query<RunningRow>(runningRowsSql(filter));
    const raises = pastRunningAlarms(rows);
    if (raises.length > historyLimits.maxRunning) throw new ProblemError('TOO_MUCH_DATA');
    const [names, measures, marks] = await Promise.all([
      this.#readNames(customer, rows),
      this.#readMeasures(customer, raises, at),
      this.#readMarks(filter, raises),
    ]);
    return pastAlerts({ customer, at, raises, measures, marks, sites: site }, names);
  }

  /** The alarms that the caller may see. Undefined: all. */
  #visibleAlarms(caller: Caller): readonly number[] | undefined {
    const audience = audienceOf(caller);
    return audience === 'privileged' ? undefined : this.#needs.visibility.of(audience).shown();
  }

  #query<Row>({ sql, params, settings }: HistoryStatement): Promise<readonly Row[]> {
    return withinLimits(this.#needs.clickhouse.query<Row>(sql, params, settings));
  }

  #readNames(customer: number, rows: readonly PastEventRow[]): Promise<PastNameLookup> {
    return readNameLookup(this.#needs, customer, rows);
  }

  /** The acknowledgements and silences of the running alarms at the time, and what explained them. */
  async #readMarks(
    filter: PastFilter,
    raises: readonly PastRunningAlarm[],
  ): Promise<(alarm: PastRunningAlarm) => PastMarks> {
    const { customer, at } = filter;
    const from = raises.reduce((first, { raise }) => Math.min(first, raise.at), at);
    const [acknowledgements, explanations, silences] = await Promise.all([
      raises.length === 0 ? [] : this.#query<AcknowledgementRow>(acknowledgementsSql({ ...filter, from })),
      raises.length === 0 ? [] : this.#query<ExplanationRow>(explanationsSql({ ...filter, from })),
      silencesThen(this.#needs.db, at * 1_000),
    ]);
    const inventory = this.#needs.inventory.current;
    const marks = pastMarks({ customer, at, inventory, silences, acknowledgements });
    const parents = pastParents(explanations);
    return (alarm) => ({ ...marks(alarm), ...parents(alarm) });
  }

  /** The values of the running alarms up to a time. */
  #readMeasures(
    customer: number,
    raises: readonly PastRunningAlarm[],
    at: number,
  ): Promise<readonly PastMeasureRow[]> {
    if (raises.length === 0) return Promise.resolve([]);
    return this.#query<PastMeasureRow>(
      measuresSql({
        customer,
        kpis: [...new Set(raises.map(({ raise }) => measuredId(raise.kpi)))],
        elements: [...new Set(raises.map(({ raise }) => raise.element))],
        ...shownWindows(raises, at),
      }),
    );
  }
}

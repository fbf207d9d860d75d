import type { FastifyInstance } from 'fastify';
import type { ClickHouse, Parameters, Settings } from '#platform/clickhouse/clickhouse.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { silencesThen } from '#platform/silence/load.ts';
import { measuredId } from '#schemas/kpi/library.ts';
import { readAlertHistory, readAlertTimeline, readPastAlerts } from '#schemas/alerting/history.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { bucketSecondsOf } from '#schemas/time/bucket.ts';
import { audienceOf } from '../../kernel/access/audience.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { withinSites } from '../../kernel/access/within-sites.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import { serve } from '../../kernel/route/serve.ts';
import type { EventFilter } from './event-filter.ts';
import type { AlarmVisibility } from './alarm-visibility.ts';
import { cursorOf, placeOf } from './history-cursor.ts';
import {
  acknowledgementsAt,
  bucketsOfPeriod,
  eventsOfPeriod,
  runningCount,
  runningRows,
  valuesOf,
} from './history-queries.ts';
import type {
  AcknowledgementRow,
  BucketRow,
  MeasureRow,
  PastEventRow,
  RunningRow,
} from './history-queries.ts';
import { pastAlerts, pastEvent, windowsShown } from './past-alerts.ts';
import type { Names } from './past-alerts.ts';
import { marksThen } from './past-marks.ts';
import { readNamesThen } from './past-names.ts';
import { runningAlarms } from './running-alarm.ts';
import type { RunningAlarm } from './running-alarm.ts';

export interface HistoryNeeds {
  readonly visibility: AlarmVisibility;
  readonly inventory: InventoryCache;
  readonly clickhouse: ClickHouse;
  readonly db: Db;
}

type PastFilter = EventFilter & { readonly at: number };

interface Query {
  readonly sql: string;
  readonly params: Parameters;
  readonly settings: Settings;
}

/** What the routes share. */
class History {
  readonly #needs: HistoryNeeds;

  constructor(needs: HistoryNeeds) {
    this.#needs = needs;
  }

  /** Alarms that a caller may see; undefined: all. */
  visible(caller: Caller): readonly number[] | undefined {
    const audience = audienceOf(caller);
    return audience === 'privileged' ? undefined : this.#needs.visibility.of(audience).shown();
  }

  rows<Row>({ sql, params, settings }: Query): Promise<readonly Row[]> {
    return withinLimits(this.#needs.clickhouse.query<Row>(sql, params, settings));
  }

  async names(customer: number, rows: readonly PastEventRow[]): Promise<Names> {
    const { db, inventory: holder } = this.#needs;
    const inventory = holder.current;
    const [then, defined] = await Promise.all([
      readNamesThen({ db, inventory, customer }, rows),
      db.selectFrom('kpi_definition').select(['id', 'key', 'element']).execute(),
    ]);
    return { inventory, then, defined: new Map(defined.map(({ id, ...kpi }) => [id, kpi])) };
  }

  /** What people had done about the running alarms by then. */
  async marks(filter: PastFilter, raises: readonly RunningAlarm[]): Promise<ReturnType<typeof marksThen>> {
    const { customer, at } = filter;
    const from = raises.reduce((first, { raise }) => Math.min(first, raise.at), at);
    const [acknowledgements, silences] = await Promise.all([
      raises.length === 0 ? [] : this.rows<AcknowledgementRow>(acknowledgementsAt({ ...filter, from })),
      silencesThen(this.#needs.db, at * 1_000),
    ]);
    const inventory = this.#needs.inventory.current;
    return marksThen({ customer, at, inventory, silences, acknowledgements });
  }

  /** Values of the running alarms up to a time. */
  measures(customer: number, raises: readonly RunningAlarm[], at: number): Promise<readonly MeasureRow[]> {
    if (raises.length === 0) return Promise.resolve([]);
    return this.rows<MeasureRow>(
      valuesOf({
        customer,
        kpis: [...new Set(raises.map(({ raise }) => measuredId(raise.kpi)))],
        elements: [...new Set(raises.map(({ raise }) => raise.element))],
        ...windowsShown(raises, at),
      }),
    );
  }
}

function servePeriod(app: FastifyInstance, history: History): void {
  serve(app, readAlertHistory, async ({ params: { customerId }, query, caller }) => {
    const { cursor, limit, ...filter } = query;
    const after = cursor === undefined ? undefined : placeOf(cursor);
    if (cursor !== undefined && after === undefined)
      throw new ProblemError('VALIDATION', {
        errors: [{ path: 'query.cursor', message: 'this is no cursor of an earlier answer' }],
      });
    const rows = await history.rows<PastEventRow>(
      eventsOfPeriod({
        ...filter,
        customer: customerId,
        site: withinSites(caller, customerId, filter.site),
        visible: history.visible(caller),
        after,
        limit: limit + 1,
      }),
    );
    const page = rows.slice(0, limit);
    const names = await history.names(customerId, page);
    const last = page.at(-1);
    return {
      events: page.map((row) => pastEvent(row, names)),
      next: last === undefined || rows.length <= limit ? null : cursorOf(last),
    };
  });

  serve(app, readAlertTimeline, async ({ params: { customerId }, query, caller }) => {
    const { buckets, ...period } = query;
    const filter = {
      ...period,
      customer: customerId,
      site: withinSites(caller, customerId, period.site),
      visible: history.visible(caller),
    };
    const bucketSeconds = bucketSecondsOf(period.to - period.from, buckets);
    const [rows, before] = await Promise.all([
      history.rows<BucketRow>(bucketsOfPeriod({ ...filter, bucketSeconds })),
      history.rows<{ running: number }>(runningCount({ ...filter, at: Math.max(0, period.from - 1) })),
    ]);
    const begin = before[0]?.running ?? 0;
    let running = begin;
    return {
      bucketSeconds,
      running: begin,
      buckets: rows.map(({ changed, ...row }) => {
        running += row.critical + row.major + row.minor - row.cleared + changed;
        return { ...row, running };
      }),
    };
  });
}

/** The past of a customer's alarms, from their events. */
export function historyPlugin(app: FastifyInstance, needs: HistoryNeeds): void {
  const history = new History(needs);
  servePeriod(app, history);

  serve(app, readPastAlerts, async ({ params: { customerId }, query: { at }, caller }) => {
    const site = withinSites(caller, customerId, undefined);
    const filter = { customer: customerId, site, visible: history.visible(caller), at };
    const rows = await history.rows<RunningRow>(runningRows(filter));
    const raises = runningAlarms(rows);
    if (raises.length > historyLimits.maxRunning) throw new ProblemError('TOO_MUCH_DATA');
    const [names, measures, marks] = await Promise.all([
      history.names(customerId, rows),
      history.measures(customerId, raises, at),
      history.marks(filter, raises),
    ]);
    return pastAlerts({ customer: customerId, at, raises, measures, marks, sites: site }, names);
  });
}

import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { InventoryCache } from '#platform/inventory/inventory-cache.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { silencesThen } from '#platform/silence/load.ts';
import { alertCountsOf, definitionCountsOf, totalCounts } from '#schemas/alerting/counts.ts';
import type {
  CustomerOccurrences,
  listCustomerOccurrences,
  readCustomerAlertTimeline,
} from '#schemas/alerting/customer-history-routes.ts';
import type { AlertTimeline } from '#schemas/alerting/history.ts';
import { historyLimits } from '#schemas/limit/history.ts';
import { deviceOf } from '#schemas/inventory/element-of.ts';
import type { CustomerEntry } from '#schemas/inventory/snapshot.ts';
import { activityAt } from '#schemas/silence/occurrence.ts';
import { silenceAppliesTo } from '#schemas/silence/rules.ts';
import { audienceOf } from '#server/kernel/access/audience.ts';
import type { Caller } from '#server/kernel/access/caller.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { withinLimits } from '#server/kernel/problem/query-problem.ts';
import type { RouteCall } from '#server/kernel/route/serve.ts';
import type { AlarmVisibility } from '../alarm-visibility.ts';
import { readTimeline, type HistoryStatement } from '../alert-timeline.ts';
import { severityOfRank } from '../occurrences/event-code.ts';
import { occurrenceSumsSql, sumsOf, type OccurrenceSums } from '../occurrences/occurrence-sums.ts';
import { readPastNames } from '../past/past-names.ts';
import { explainedSql, pastCountsSql, type AcrossFilter, type PastCountRow } from './past-count-queries.ts';

interface AcrossNeeds {
  readonly visibility: AlarmVisibility;
  readonly inventory: Pick<InventoryCache, 'current'>;
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  readonly db: Db;
}

/** No customer has this id: names of alarms do not depend on a customer. */
const NO_CUSTOMER = 0;

const instanceOf = ({ alarm, element }: Pick<PastCountRow, 'alarm' | 'element'>): string =>
  `${String(alarm)}:${String(element)}`;

/** Reads the past of all customers of a caller together. */
export class AcrossReader {
  readonly #needs: AcrossNeeds;

  constructor(needs: AcrossNeeds) {
    this.#needs = needs;
  }

  /** The counts of each customer at a time, seconds since 1970. Throws TOO_MUCH_DATA. */
  async readPast(caller: Caller, at: number) {
    const rows = await this.#countedAt(caller, at);
    const byCustomer = Map.groupBy(rows, ({ owner }) => owner);
    const customers = this.#customersOf(caller).map(({ id, name, profile }) => {
      const own = byCustomer.get(id) ?? [];
      return { customer: id, name, profile, counts: alertCountsOf(own), byAlarm: definitionCountsOf(own) };
    });
    return { at, ...totalCounts(customers) };
  }

  /** Raises and clears of all customers per bucket. Throws TOO_MUCH_DATA. */
  readTimeline(
    caller: Caller,
    { buckets, ...period }: RouteCall<typeof readCustomerAlertTimeline>['query'],
  ): Promise<AlertTimeline> {
    const filter = { ...this.#filterOf(caller), ...period };
    return readTimeline((statement) => this.#query(statement), filter, buckets);
  }

  /** The alarms that ran in a period by customer. Throws TOO_MUCH_DATA. */
  async listOccurrences(caller: Caller, period: RouteCall<typeof listCustomerOccurrences>['query']) {
    const filter = { ...this.#filterOf(caller), ...period };
    const rows = await this.#query<OccurrenceSums>(occurrenceSumsSql(filter, 'owner'));
    const byCustomer = new Map(rows.map((row) => [row.id, row]));
    const customers = this.#customersOf(caller).flatMap(({ id, name, profile }): CustomerOccurrences[] => {
      const row = byCustomer.get(id);
      if (row === undefined || row.alarms === 0) return [];
      const { critical, major, minor, ...sums } = sumsOf([row]);
      return [{ customer: id, name, profile, critical, major, minor, ...sums }];
    });
    const { alarms, critical, major, minor } = sumsOf(rows);
    return { total: alarms, counts: { critical, major, minor }, customers };
  }

  #customersOf(caller: Caller): readonly CustomerEntry[] {
    const { customers } = this.#needs.inventory.current;
    return [...caller.customers.keys()].flatMap((id) => customers.get(id) ?? []);
  }

  #filterOf(caller: Caller): AcrossFilter {
    const audience = audienceOf(caller);
    return {
      customer: [...caller.customers.keys()],
      sites: caller.sites,
      visible: audience === 'privileged' ? undefined : this.#needs.visibility.of(audience).shown(),
    };
  }

  /** The alarms that ran at a time, with what handled them then. */
  async #countedAt(caller: Caller, at: number) {
    const { db, inventory: cache } = this.#needs;
    const filter = { ...this.#filterOf(caller), at };
    const rows = await this.#query<PastCountRow>(pastCountsSql(filter));
    if (rows.length > historyLimits.maxRunning) throw new ProblemError('TOO_MUCH_DATA');
    if (rows.length === 0) return [];
    const inventory = cache.current;
    const definitions = [...new Set(rows.map(({ alarm }) => alarm))];
    const [explained, silences, names] = await Promise.all([
      this.#query<Pick<PastCountRow, 'alarm' | 'element'>>(explainedSql(filter, rows)),
      silencesThen(db, at * 1_000),
      readPastNames(
        { db, inventory, customer: NO_CUSTOMER },
        definitions.map((alarm) => ({ alarm, element: 0, site: 0 })),
      ),
    ]);
    const children = new Set(explained.map(instanceOf));
    const active = silences.filter((silence) => activityAt(silence, at * 1_000).active);
    return rows.map(({ owner, rank, isAcknowledged, ...row }) => {
      const severity = severityOfRank(rank);
      const target = { ...row, customer: owner, severity, device: deviceOf(inventory, row.element) };
      return {
        ...row,
        owner,
        severity,
        name: names.alarm(row.alarm, at),
        acknowledged: isAcknowledged === 1 ? true : undefined,
        silenced: active.find((silence) => silenceAppliesTo(silence, target)),
        parent: children.has(instanceOf(row)) ? true : undefined,
      };
    });
  }

  #query<Row>({ sql, params, settings }: HistoryStatement): Promise<readonly Row[]> {
    return withinLimits(this.#needs.clickhouse.query<Row>(sql, params, settings));
  }
}

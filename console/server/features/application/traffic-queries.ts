import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Conversation } from '#schemas/application/traffic-routes.ts';
import type { VisibleSites } from '../../kernel/access/caller.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';
import type { TrafficCondition } from './traffic-condition.ts';

/** Flows of customers that arrived in a time, in seconds since 1970, at the sites that the caller sees. */
export interface TrafficScope {
  readonly customers: readonly number[];
  /** The sites that the caller sees, of customers of which these are not all. */
  readonly sites: VisibleSites;
  readonly from: number;
  readonly to: number;
}

interface TrafficSums {
  readonly flows: number;
  readonly bytes: number;
  readonly allBytes: number;
}

interface ApplicationSum {
  /** As in `flows`. */
  readonly number: number;
  readonly bytes: number;
}

interface CustomerSum {
  readonly customer: number;
  readonly bytes: number;
}

const MAX_CONVERSATIONS = 10;
const MAX_APPLICATIONS = 5;
const MAX_CUSTOMERS = 5;

const idsOf = (ids: Iterable<number>): string => [...ids].map((id) => String(Math.trunc(id))).join(', ');

/** Of a customer every flow counts once; of some of its sites, once per site. */
function atSitesSql({ customers, sites }: TrafficScope): string {
  const unrestricted = customers.filter((customer) => !sites.has(customer));
  const parts = customers.flatMap((customer) => {
    const own = sites.get(customer);
    return own === undefined || own.size === 0
      ? []
      : [`customer = ${idsOf([customer])} AND site IN (${idsOf(own)}) AND duplicate < 2`];
  });
  if (unrestricted.length > 0) parts.push(`customer IN (${idsOf(unrestricted)}) AND duplicate = 0`);
  return parts.length === 0 ? 'false' : `(${parts.map((part) => `(${part})`).join(' OR ')})`;
}

const scopeSql = (scope: TrafficScope): string => `customer IN {customers:Array(UInt32)}
  AND received >= toDateTime64({from:UInt32}, 3) AND received < toDateTime64({to:UInt32}, 3)
  AND ${atSitesSql(scope)}`;

const sumsSql = (scope: TrafficScope, condition: string) => `SELECT toFloat64(countIf(${condition})) AS flows,
  toFloat64(sumIf(bytes, ${condition})) AS bytes, toFloat64(sum(bytes)) AS allBytes
FROM flows WHERE ${scopeSql(scope)}`;

/** Both directions are one conversation. */
const conversationsSql = (scope: TrafficScope, condition: string) => `SELECT
  replaceRegexpOne(toString(least(source, destination)), '^::ffff:', '') AS one,
  replaceRegexpOne(toString(greatest(source, destination)), '^::ffff:', '') AS other,
  protocol, least(source_port, destination_port) AS port,
  toFloat64(sum(bytes)) AS bytes, toFloat64(count()) AS flows
FROM flows WHERE ${scopeSql(scope)}
  AND ${condition}
GROUP BY least(source, destination), greatest(source, destination), protocol, least(source_port, destination_port)
ORDER BY sum(bytes) DESC LIMIT ${String(MAX_CONVERSATIONS)}`;

const customersSql = (
  scope: TrafficScope,
  condition: string,
) => `SELECT customer, toFloat64(sum(bytes)) AS bytes
FROM flows WHERE ${scopeSql(scope)}
  AND ${condition}
GROUP BY customer ORDER BY sum(bytes) DESC LIMIT ${String(MAX_CUSTOMERS)}`;

const applicationsSql = (scope: TrafficScope, condition: string) => `SELECT toFloat64(application) AS number,
  toFloat64(sum(bytes)) AS bytes
FROM flows WHERE ${scopeSql(scope)}
  AND ${condition}
GROUP BY application ORDER BY sum(bytes) DESC LIMIT ${String(MAX_APPLICATIONS)}`;

/** Bounds of each statement. Names of the reply such as `bytes` would otherwise replace the columns. */
const settings = {
  max_execution_time: 10,
  max_memory_usage: '500000000',
  max_threads: 2,
  prefer_column_name_to_alias: 1,
} as const;

export interface MatchedTraffic extends TrafficSums {
  readonly conversations: readonly Conversation[];
  readonly applications: readonly ApplicationSum[];
  /** The customers with most of it. */
  readonly customers: readonly CustomerSum[];
}

export const noTraffic: MatchedTraffic = {
  flows: 0,
  bytes: 0,
  allBytes: 0,
  conversations: [],
  applications: [],
  customers: [],
};

/** Sums, largest conversations and largest applications of the flows that match. Throws TOO_MUCH_DATA. */
export async function readMatchedTraffic(
  clickhouse: Pick<ClickHouse, 'query'>,
  scope: TrafficScope,
  { sql, params }: TrafficCondition,
): Promise<MatchedTraffic> {
  const { sites: _sites, ...given } = scope;
  const request = <Row>(statement: string): Promise<readonly Row[]> =>
    withinLimits(clickhouse.query<Row>(statement, { ...given, ...params }, settings));
  const [sums] = await request<TrafficSums>(sumsSql(scope, sql));
  if (sums === undefined || sums.flows === 0) return { ...noTraffic, ...sums };
  const conversations = await request<Conversation>(conversationsSql(scope, sql));
  const applications = await request<ApplicationSum>(applicationsSql(scope, sql));
  const customers =
    scope.customers.length > 1 ? await request<CustomerSum>(customersSql(scope, sql)) : noTraffic.customers;
  return { ...sums, conversations, applications, customers };
}

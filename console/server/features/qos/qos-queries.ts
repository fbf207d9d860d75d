import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';

/** Flows of a customer that arrived in a time, in seconds since 1970, at the sites that the caller sees. */
interface FlowScope {
  readonly customer: number;
  /** Undefined: every site. */
  readonly sites: readonly number[] | undefined;
  readonly from: number;
  readonly to: number;
}

export interface DscpVolume {
  readonly dscp: number;
  readonly bytes: number;
  readonly flows: number;
}

/** Of a customer every flow counts once; of some of its sites, once per site. The two bits next to the code point are congestion's. */
const dscpSql = ({ sites }: FlowScope): string => `SELECT bitAnd(f.dscp, 63) AS code,
  toFloat64(sum(f.bytes)) AS volume, toFloat64(count()) AS flows
FROM flows AS f
WHERE customer = {customer:UInt32}
  AND received >= toDateTime64({from:UInt32}, 3) AND received < toDateTime64({to:UInt32}, 3)
  AND ${sites === undefined ? 'duplicate = 0' : 'duplicate < 2 AND site IN {sites:Array(UInt32)}'}
GROUP BY code
ORDER BY volume DESC, code`;

const settings = { max_execution_time: 10, max_memory_usage: '500000000', max_threads: 2 } as const;

/** Volume of flows by DSCP, the largest first. Throws TOO_MUCH_DATA. */
export async function readDscpVolumes(
  clickhouse: Pick<ClickHouse, 'query'>,
  { sites, ...scope }: FlowScope,
): Promise<readonly DscpVolume[]> {
  const params = { ...scope, ...(sites === undefined ? {} : { sites }) };
  const rows = await withinLimits(
    clickhouse.query<{ code: number; volume: number; flows: number }>(
      dscpSql({ ...scope, sites }),
      params,
      settings,
    ),
  );
  return rows.map(({ code, volume, flows }) => ({ dscp: code, bytes: volume, flows }));
}

/** Flows of several customers that arrived in a time, at the sites that the caller sees. */
interface FlowScopeAcross extends Pick<FlowScope, 'from' | 'to'> {
  readonly customers: readonly number[];
  /** Customers of which only these sites are seen. */
  readonly sites: ReadonlyMap<number, ReadonlySet<number>>;
}

const dscpAcrossSql = `SELECT f.customer AS of, bitAnd(f.dscp, 63) AS code,
  toFloat64(sum(f.bytes)) AS volume, toFloat64(count()) AS flows
FROM flows AS f
WHERE received >= toDateTime64({from:UInt32}, 3) AND received < toDateTime64({to:UInt32}, 3)
  AND (customer IN {complete:Array(UInt32)} AND duplicate = 0
    OR customer IN {limited:Array(UInt32)} AND duplicate < 2 AND site IN {sites:Array(UInt32)})
GROUP BY of, code
ORDER BY of, volume DESC, code`;

/** Volume of flows by DSCP, of each customer the largest first. Throws TOO_MUCH_DATA. */
export async function readDscpVolumesAcross(
  clickhouse: Pick<ClickHouse, 'query'>,
  { customers, sites, from, to }: FlowScopeAcross,
): Promise<ReadonlyMap<number, readonly DscpVolume[]>> {
  const limited = customers.filter((customer) => sites.has(customer));
  const params = {
    from,
    to,
    limited,
    complete: customers.filter((customer) => !sites.has(customer)),
    sites: limited.flatMap((customer) => [...(sites.get(customer) ?? [])]),
  };
  const rows = await withinLimits(
    clickhouse.query<{ of: number; code: number; volume: number; flows: number }>(
      dscpAcrossSql,
      params,
      settings,
    ),
  );
  return new Map(
    [...Map.groupBy(rows, ({ of }) => of)].map(([customer, own]) => [
      customer,
      own.map(({ code, volume, flows }) => ({ dscp: code, bytes: volume, flows })),
    ]),
  );
}

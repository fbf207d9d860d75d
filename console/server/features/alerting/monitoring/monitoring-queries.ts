import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { DATA_SECONDS } from '#schemas/alerting/monitoring/monitoring.ts';
import { kpis } from '#schemas/kpi/library.ts';

/** What delivered data of these customers recently. */
export interface RecentData {
  /** Devices whose availability was measured, and those that exported flow records. */
  readonly devices: ReadonlySet<number>;
  /** Sites with flows: of applications, or with an end in their networks, whichever device exports them. */
  readonly sites: ReadonlySet<number>;
}

interface MeasuredRow {
  readonly site: number;
  /** 0: flows of the site. */
  readonly device: number;
}

const MEASURED = `SELECT site, if(kpi = {device:UInt16}, element, 0) AS device
FROM measures
WHERE customer IN {customers:Array(UInt32)} AND kpi IN ({device:UInt16}, {flows:UInt16})
  AND at >= fromUnixTimestamp({since:UInt32})
GROUP BY site, device`;

const EXPORTED = `SELECT DISTINCT exporter AS device
FROM collector_stats
WHERE customer IN {customers:Array(UInt32)} AND exporter != 0 AND records > 0 AND at >= fromUnixTimestamp({since:UInt32})`;

/** `site` has the exporter, the others have an end of the flow by their networks. A row of 5 minutes begins up to that much before its flows. */
const FLOWING = `SELECT DISTINCT arrayJoin([site, source_site, destination_site]) AS site
FROM flows_5m
WHERE customer IN {customers:Array(UInt32)} AND toStartOfHour(at) >= toStartOfHour(fromUnixTimestamp({since:UInt32}))
  AND at > fromUnixTimestamp({since:UInt32}) - 300`;

/** Reads what delivered data of the customers within `DATA_SECONDS` before a time in milliseconds since 1970. */
export async function readRecentData(
  clickhouse: Pick<ClickHouse, 'query'>,
  customers: readonly number[],
  nowMs: number,
): Promise<RecentData> {
  const since = Math.floor(nowMs / 1_000) - DATA_SECONDS;
  const [measured, exported, flowing] = await Promise.all([
    clickhouse.query<MeasuredRow>(MEASURED, {
      customers,
      since,
      device: kpis.cpe_avail.id,
      flows: kpis.app_flows.id,
    }),
    clickhouse.query<Pick<MeasuredRow, 'device'>>(EXPORTED, { customers, since }),
    clickhouse.query<Pick<MeasuredRow, 'site'>>(FLOWING, { customers, since }),
  ]);
  return {
    devices: new Set([...measured, ...exported].flatMap(({ device }) => (device === 0 ? [] : [device]))),
    sites: new Set([
      ...measured.flatMap(({ site, device }) => (device === 0 ? [site] : [])),
      ...flowing.map(({ site }) => site),
    ]),
  };
}

import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import type { ExporterPeriod } from '#schemas/collector/report-period.ts';
import type { TemplateColumns } from './template-reports.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';
import { withinLimits } from '../../kernel/problem/query-problem.ts';

/** A row of the query: the report without names. */
export type ExporterRow = Omit<ExporterReport, 'customerName' | 'deviceName' | 'templates'> & TemplateColumns;

const MINUTE_S = MINUTE_MS / SECOND_MS;
const PERIODS_S: Record<ExporterPeriod, number> = {
  '15m': 15 * MINUTE_S,
  '1h': 60 * MINUTE_S,
  '1d': 24 * 60 * MINUTE_S,
};

const summedColumns = {
  packets: 'packets',
  bytes: 'bytes',
  records: 'records',
  timesReplaced: 'times_replaced',
  lost: 'lost',
  duplicates: 'duplicates',
  restarts: 'restarts',
  unknownTemplate: 'unknown_template',
  samplesLost: 'samples_lost',
  samplesDropped: 'samples_dropped',
  samplesNotIp: 'samples_not_ip',
  exporterSent: 'exporter_sent',
  exporterNotSent: 'exporter_not_sent',
  exporterIgnored: 'exporter_ignored',
  flowBytes: 'flow_bytes',
  duplicateBytes: 'duplicate_bytes',
  otherSiteBytes: 'other_site_bytes',
  quarantined: 'quarantined',
  quarantinedBytes: 'quarantined_bytes',
} as const satisfies Partial<Record<keyof ExporterRow, string>>;

const summedMaps = {
  errors: 'errors_by_reason',
  unknownElements: 'unknown_elements',
  sampledBytes: 'sampled_bytes',
  templateRecords: 'template_records',
  templateBytes: 'template_bytes',
  templateErrors: 'template_errors',
} as const satisfies Partial<Record<keyof ExporterRow, string>>;

/** Facts of templates, of which the newest counts. */
const newestMaps = {
  templateLast: 'template_last',
  templateSince: 'template_since',
  templateFields: 'template_fields',
  templateScopes: 'template_scopes',
} as const satisfies Partial<Record<keyof ExporterRow, string>>;

/** A map of counts with keys and values that JSON supports. */
const jsonMap = (map: string): string => `mapApply((k, v) -> (toString(k), toFloat64(v)), ${map})`;

/** More exporters than a screen can show. A platform has thousands. */
const MAX_EXPORTERS = 20_000;

interface ExporterQuery {
  readonly customers: Iterable<number>;
  readonly period: ExporterPeriod;
  readonly nowMs: number;
}

function exportersSql({ customers, period, nowMs }: ExporterQuery) {
  const expressions = [
    ...Object.entries(summedColumns).map(([name, column]) => `toFloat64(sum(s.${column})) AS ${name}`),
    ...Object.entries(summedMaps).map(([name, column]) => `${jsonMap(`sumMap(s.${column})`)} AS ${name}`),
    ...Object.entries(newestMaps).map(([name, column]) => `${jsonMap(`maxMap(s.${column})`)} AS ${name}`),
    `${jsonMap("sumMapIf(s.template_records, s.at >= toDateTime({minute:UInt32}, 'UTC'))")} AS templateRates`,
  ];
  const now = Math.floor(nowMs / SECOND_MS);
  return {
    sql: `SELECT s.customer AS customer, s.exporter AS device, replaceRegexpOne(toString(s.address), '^::ffff:', '') AS address,
  s.domain AS domain, toString(s.collector) AS collector, ${expressions.join(', ')},
  toFloat64(sumIf(s.records, s.at >= toDateTime({minute:UInt32}, 'UTC'))) / ${String(MINUTE_S)} AS recordsPerSecond,
  toFloat64(toUnixTimestamp64Milli(max(s.last_export))) AS lastExport,
  toFloat64(argMax(s.skew, s.at)) AS skewMs, toFloat64(argMax(s.correction, s.at)) AS correctionMs
FROM collector_stats AS s
WHERE s.customer IN {customers:Array(UInt32)} AND s.at >= toDateTime({from:UInt32}, 'UTC')
GROUP BY s.customer, s.exporter, s.address, s.domain, s.collector
ORDER BY records DESC, device, domain LIMIT ${String(MAX_EXPORTERS)}`,
    params: { customers: [...customers], from: now - PERIODS_S[period], minute: now - MINUTE_S },
    settings: { max_execution_time: 20, max_memory_usage: '1000000000' },
  };
}

/** Statistics of the exporters of these customers, the busiest first. */
export const readExporterRows = (
  clickhouse: Pick<ClickHouse, 'query'>,
  query: ExporterQuery,
): Promise<readonly ExporterRow[]> => {
  const { sql, params, settings } = exportersSql(query);
  return withinLimits(clickhouse.query<ExporterRow>(sql, params, settings));
};

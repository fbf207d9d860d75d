import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import type { ReportPeriod } from '#schemas/collector/report-period.ts';
import type { TemplateCells } from './template-reports.ts';
import { MINUTE_MS, SECOND_MS } from '#schemas/time/duration.ts';

/** A row as the query answers it: the report but for the names. */
export type ExporterRow = Omit<ExporterReport, 'customerName' | 'deviceName' | 'templates'> & TemplateCells;

const MINUTE_S = MINUTE_MS / SECOND_MS;
const PERIODS_S: Record<ReportPeriod, number> = {
  '15m': 15 * MINUTE_S,
  '1h': 60 * MINUTE_S,
  '1d': 24 * 60 * MINUTE_S,
};

const sums = {
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
} as const satisfies Partial<Record<keyof ExporterRow, string>>;

const counts = {
  errors: 'errors_by_reason',
  unknownElements: 'unknown_elements',
  templateRecords: 'template_records',
  templateBytes: 'template_bytes',
  templateErrors: 'template_errors',
} as const satisfies Partial<Record<keyof ExporterRow, string>>;

/** What a template is, and when: the newest word counts. */
const newest = {
  templateLast: 'template_last',
  templateSince: 'template_since',
  templateFields: 'template_fields',
  templateScopes: 'template_scopes',
} as const satisfies Partial<Record<keyof ExporterRow, string>>;

/** A map of counts with names and numbers that JSON takes. */
const plain = (map: string): string => `mapApply((k, v) -> (toString(k), toFloat64(v)), ${map})`;

/** Exporters that a screen can show; a platform has thousands. */
const MOST = 20_000;

/** The query of the reports: exporters of these customers alone, the busiest first. */
export function exportersSql(customers: Iterable<number>, period: ReportPeriod, nowMs: number) {
  const cells = [
    ...Object.entries(sums).map(([name, column]) => `toFloat64(sum(s.${column})) AS ${name}`),
    ...Object.entries(counts).map(([name, column]) => `${plain(`sumMap(s.${column})`)} AS ${name}`),
    ...Object.entries(newest).map(([name, column]) => `${plain(`maxMap(s.${column})`)} AS ${name}`),
    `${plain("sumMapIf(s.template_records, s.at >= toDateTime({minute:UInt32}, 'UTC'))")} AS templateRates`,
  ];
  const now = Math.floor(nowMs / SECOND_MS);
  return {
    sql: `SELECT s.customer AS customer, s.exporter AS device, replaceRegexpOne(toString(s.address), '^::ffff:', '') AS address,
  s.domain AS domain, toString(s.collector) AS collector, ${cells.join(', ')},
  toFloat64(sumIf(s.records, s.at >= toDateTime({minute:UInt32}, 'UTC'))) / ${String(MINUTE_S)} AS recordsPerSecond,
  toFloat64(toUnixTimestamp64Milli(max(s.last_export))) AS lastExport,
  toFloat64(argMax(s.skew, s.at)) AS skewMs, toFloat64(argMax(s.correction, s.at)) AS correctionMs
FROM collector_stats AS s
WHERE s.customer IN {customers:Array(UInt32)} AND s.at >= toDateTime({from:UInt32}, 'UTC')
GROUP BY s.customer, s.exporter, s.address, s.domain, s.collector
ORDER BY records DESC, device, domain LIMIT ${String(MOST)}`,
    params: { customers: [...customers], from: now - PERIODS_S[period], minute: now - MINUTE_S },
    settings: { max_execution_time: 20, max_memory_usage: '1000000000' },
  };
}

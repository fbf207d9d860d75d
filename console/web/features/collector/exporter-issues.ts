import { FLOWS_UNKNOWN_SAMPLER } from '#schemas/collector/sampling.ts';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';

/** A router without traffic sends its templates at least this often. */
const IDLE_MS = 10 * 60_000;

/** Issues of an exporter, the most severe first. */
export type ExporterIssue =
  | 'idle'
  | 'rejected'
  | 'sampler'
  | 'quarantine'
  | 'templates'
  | 'lost'
  | 'clock'
  | 'unknownElements';

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Losses in transit, in the exporter and by sampling. */
export const lossesOf = ({ lost, exporterNotSent, samplesLost, samplesDropped }: ExporterReport): number =>
  lost + exporterNotSent + samplesLost + samplesDropped;

export const rejectedOf = ({ errors }: ExporterReport): number => sumOf(errors);

/** Bytes of flows whose sampler the exporter has not announced: counted as exported, which is too low. */
export const unknownSamplerBytes = ({ sampledBytes }: ExporterReport): number =>
  sampledBytes[FLOWS_UNKNOWN_SAMPLER] ?? 0;

export function issuesOf(report: ExporterReport, nowMs: number): readonly ExporterIssue[] {
  const { lastExport, unknownTemplate, correctionMs, unknownElements } = report;
  const signs: readonly (readonly [ExporterIssue, boolean])[] = [
    ['idle', nowMs - lastExport > IDLE_MS],
    ['rejected', rejectedOf(report) > 0],
    ['sampler', unknownSamplerBytes(report) > 0],
    ['quarantine', report.quarantined > 0],
    ['templates', unknownTemplate > 0],
    ['lost', lossesOf(report) > 0],
    ['clock', correctionMs !== 0],
    ['unknownElements', sumOf(unknownElements) > 0],
  ];
  return signs.flatMap(([sign, shows]) => (shows ? [sign] : []));
}

export const exporterId = ({ device, address, domain, collector }: ExporterReport): string =>
  `${String(device)}-${address}-${String(domain)}-${collector}`;

export const matchesExporter = (report: ExporterReport, text: string): boolean =>
  [report.deviceName, report.customerName, report.address, report.collector, String(report.domain)].some(
    (part) => part.toLocaleLowerCase().includes(text.toLocaleLowerCase()),
  );

/** Exporters with issues first, then by number of records. */
export const byIssues = (reports: readonly ExporterReport[], nowMs: number): readonly ExporterReport[] =>
  reports
    .map((report) => ({ report, hasIssues: Number(issuesOf(report, nowMs).length > 0) }))
    .sort((a, b) => b.hasIssues - a.hasIssues || b.report.records - a.report.records)
    .map(({ report }) => report);

import type { ExporterReport } from '#schemas/collector/exporter-report.ts';

/** A router without traffic sends its templates at least this often. */
const SILENT_MS = 10 * 60_000;

/** What an operator should look at, the gravest first. */
export type ExporterIssue = 'silent' | 'refused' | 'templates' | 'lost' | 'clock' | 'unknownElements';

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Everything that was lost, wherever: on the way, in the device before it sent, by its sampling. */
export const lossesOf = ({ lost, exporterNotSent, samplesLost, samplesDropped }: ExporterReport): number =>
  lost + exporterNotSent + samplesLost + samplesDropped;

export const refusedOf = ({ errors }: ExporterReport): number => sumOf(errors);

export function issuesOf(report: ExporterReport, nowMs: number): readonly ExporterIssue[] {
  const { lastExport, unknownTemplate, correctionMs, unknownElements } = report;
  const signs: readonly (readonly [ExporterIssue, boolean])[] = [
    ['silent', nowMs - lastExport > SILENT_MS],
    ['refused', refusedOf(report) > 0],
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

/** Those with something to look at first, the busiest of each first. */
export const byUrgencyOfIssues = (reports: readonly ExporterReport[], nowMs: number): readonly ExporterReport[] =>
  reports
    .map((report) => ({ report, needs: Math.min(1, issuesOf(report, nowMs).length) }))
    .sort((a, b) => b.needs - a.needs || b.report.records - a.report.records)
    .map(({ report }) => report);

import { formatAge, formatDuration } from '#schemas/unit/duration.ts';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { TagTone } from '#web/ui/text/Tag.tsx';
import { lossesOf, refusedOf, issuesOf } from './exporter-issues.ts';
import type { ExporterIssue } from './exporter-issues.ts';
import type { en } from './texts/en.ts';

export interface ExporterColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  /** By which ages are told: the moment of the newest answer. */
  readonly nowMs: number;
}

const tones: Record<ExporterIssue, TagTone> = {
  silent: 'bad',
  refused: 'bad',
  templates: 'warning',
  lost: 'warning',
  clock: 'warning',
  unknownElements: 'plain',
};

/** All columns together fit beside the menu on a screen of 1,280 pixels. */
const leastWidths = { device: 150, customer: 114, address: 112, collector: 150 } as const;

const words = (
  id: 'device' | 'customer' | 'address' | 'collector',
  header: string,
  of: (report: ExporterReport) => string,
): Column<ExporterReport> => ({
  id,
  header,
  value: of,
  cell: (report) => <span className="tt-ellipsis">{of(report)}</span>,
  width: leastWidths[id],
  grow: { device: 3, customer: 3, address: 0.5, collector: 2 }[id],
});

/** Durations are told in whole seconds. */
const LEAST_TOLD_MS = 1_000;

/** How far a clock is ahead of ours, in words. */
export function clockText(skewMs: number, { text, language }: Omit<ExporterColumnOptions, 'nowMs'>): string {
  if (Math.abs(skewMs) < LEAST_TOLD_MS) return text('onTime');
  const duration = formatDuration(Math.abs(skewMs), language);
  return text(skewMs < 0 ? 'behind' : 'ahead', { duration });
}

function signs({ text, nowMs }: ExporterColumnOptions): Column<ExporterReport> {
  return {
    id: 'signs',
    header: text('signs'),
    value: (report) => issuesOf(report, nowMs).length,
    cell: (report) => (
      <span className="tt-collector-signs">
        {issuesOf(report, nowMs).map((sign) => (
          <Tag key={sign} tone={tones[sign]}>
            {text(`sign_${sign}`)}
          </Tag>
        ))}
      </span>
    ),
    width: 130,
    grow: 0.5,
  };
}

/** Columns of the exporters. */
export function exporterColumns(options: ExporterColumnOptions): readonly Column<ExporterReport>[] {
  const { text, language, nowMs } = options;
  const count = (
    id: 'rate' | 'records' | 'lost' | 'refused' | 'domain',
    of: (report: ExporterReport) => number,
    width = 76,
  ): Column<ExporterReport> => ({
    id,
    header: text(id === 'records' ? 'recordsShort' : id),
    value: of,
    cell: (report) => formatNumber(of(report), language),
    width,
    align: 'right',
  });
  return [
    { ...words('device', text('device'), ({ deviceName }) => deviceName), fixed: true },
    signs(options),
    words('customer', text('customer'), ({ customerName }) => customerName),
    words('address', text('address'), ({ address }) => address),
    { ...count('domain', ({ domain }) => domain, 78), cell: ({ domain }) => String(domain) },
    count('rate', ({ recordsPerSecond }) => Math.round(recordsPerSecond), 96),
    count('records', ({ records }) => records, 96),
    count('lost', lossesOf),
    count('refused', refusedOf),
    {
      id: 'lastExport',
      header: text('lastExport'),
      value: ({ lastExport }) => lastExport,
      cell: ({ lastExport }) => formatAge(Math.max(0, nowMs - lastExport), language),
      width: 114,
      align: 'right',
    },
  ];
}

import { formatDuration } from '#schemas/unit/duration.ts';
import { plainNumber } from '#schemas/unit/number.ts';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { lossesOf, rejectedOf, issuesOf, type ExporterIssue } from './exporter-issues.ts';
import type { en } from './texts/en.ts';

export interface ExporterColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  /** The time of the last response, the reference of ages. */
  readonly nowMs: number;
}

const tones: Record<ExporterIssue, TagTone> = {
  idle: 'bad',
  rejected: 'bad',
  sampler: 'bad',
  quarantine: 'bad',
  templates: 'warning',
  lost: 'warning',
  clock: 'warning',
  unknownElements: 'plain',
};

/** The columns fit next to the menu at 1,280 pixels. */
const minWidths = { device: 150, customer: 114, address: 112, collector: 150 } as const;

const nameColumn = (
  id: 'device' | 'customer' | 'address' | 'collector',
  header: string,
  textOf: (report: ExporterReport) => string,
): Column<ExporterReport> => ({
  ...textColumn(id, header, textOf),
  width: minWidths[id],
  grow: { device: 3, customer: 3, address: 0.5, collector: 2 }[id],
});

/** Durations are shown in seconds, without fractions. */
const MIN_SHOWN_MS = 1_000;

/** The skew of an exporter's clock as text. */
export function clockText(skewMs: number, { text, language }: Omit<ExporterColumnOptions, 'nowMs'>): string {
  if (Math.abs(skewMs) < MIN_SHOWN_MS) return text('onTime');
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
  const { text, language } = options;
  const count = (
    id: 'rate' | 'records' | 'lost' | 'rejected' | 'domain',
    countOf: (report: ExporterReport) => number,
    width = 64,
  ) => {
    const header = text(id === 'records' ? 'recordsShort' : id);
    return { ...countColumn(id, header, { countOf, language }), width };
  };
  return [
    { ...nameColumn('device', text('device'), ({ deviceName }) => deviceName), fixed: true },
    signs(options),
    nameColumn('customer', text('customer'), ({ customerName }) => customerName),
    nameColumn('address', text('address'), ({ address }) => address),
    { ...count('domain', ({ domain }) => domain, 64), cell: ({ domain }) => String(domain) },
    {
      ...count('rate', ({ recordsPerSecond }) => recordsPerSecond, 70),
      cell: ({ recordsPerSecond }) => plainNumber(recordsPerSecond, language),
    },
    count('records', ({ records }) => records, 84),
    count('lost', lossesOf),
    count('rejected', rejectedOf, 64),
    {
      id: 'lastExport',
      header: text('lastExport'),
      value: ({ lastExport }) => lastExport,
      cell: ({ lastExport }) => <Time as="age" at={lastExport} />,
      width: 90,
      align: 'right',
    },
  ];
}

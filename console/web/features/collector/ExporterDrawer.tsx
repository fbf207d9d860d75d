import { formatDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import type { ReactNode } from 'react';
import type { ExporterReport } from '#schemas/collector/exporter-report.ts';
import { isRejectionReason } from '#schemas/collector/rejection-reason.ts';
import {
  FLOWS_NOT_ANNOUNCED,
  FLOWS_OTHER_RATES,
  FLOWS_UNKNOWN_SAMPLER,
} from '#schemas/collector/sampling.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { TemplateFacts } from './TemplateFacts.tsx';
import { issuesOf, unknownSamplerBytes } from './exporter-issues.ts';
import { IssueHelp } from './IssueHelp.tsx';
import { clockText } from './exporter-columns.tsx';
import { useCollectorTexts } from './texts/en.ts';
import './collector.css';

interface Props {
  readonly report: ExporterReport;
  /** The time of the report. */
  readonly nowMs: number;
  readonly onClose: () => void;
}

type Fact = readonly [name: string, value: ReactNode];

function Section({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <section className="tt-collector-section">
      <h3>{title}</h3>
      <Facts facts={facts} />
    </section>
  );
}

/** How a rate of `sampledBytes` is called. */
function useRateText(): (rate: string) => string {
  const text = useCollectorTexts();
  const language = useLanguage();
  return (rate) => {
    if (rate === FLOWS_UNKNOWN_SAMPLER) return text('rateUnknown');
    if (rate === FLOWS_NOT_ANNOUNCED) return text('rateNotAnnounced');
    if (rate === FLOWS_OTHER_RATES) return text('rateOther');
    return text('rate1in', { rate: formatNumber(Number(rate), language) });
  };
}

function useFacts(report: ExporterReport) {
  const text = useCollectorTexts();
  const language = useLanguage();
  const rateText = useRateText();
  const number = (value: number): string => formatNumber(value, language);
  const counted = (counts: Readonly<Record<string, number>>, name = (key: string) => key): readonly Fact[] =>
    Object.entries(counts)
      .sort(([, a], [, b]) => b - a)
      .map(([key, count]) => [name(key), number(count)]);
  const share = (bytes: number): string =>
    bytes === 0 ? text('none') : formatValue((100 * bytes) / report.flowBytes, 'percent', language);
  const { correctionMs } = report;
  const correction = correctionMs === 0 ? text('none') : formatDuration(Math.abs(correctionMs), language);
  return {
    traffic: [
      [text('packets'), number(report.packets)],
      [text('bytes'), formatValue(report.bytes, 'byte', language)],
      [text('records'), number(report.records)],
      [text('collector'), report.collector],
      [text('lastExport'), <Time key="last" at={report.lastExport} />],
    ],
    volume: [
      [text('flowBytes'), formatValue(report.flowBytes, 'byte', language)],
      [text('duplicateBytes'), share(report.duplicateBytes)],
      [text('otherSiteBytes'), share(report.otherSiteBytes)],
      [text('unknownSampler'), share(unknownSamplerBytes(report))],
      [text('quarantined'), number(report.quarantined)],
      [text('quarantinedBytes'), formatValue(report.quarantinedBytes, 'byte', language)],
    ],
    sampling: Object.entries(report.sampledBytes)
      .sort(([, a], [, b]) => b - a)
      .map(([rate, bytes]): Fact => [rateText(rate), share(bytes)]),
    losses: [
      [text('lostInTransit'), number(report.lost)],
      [text('unknownTemplate'), number(report.unknownTemplate)],
      [text('samplesLost'), number(report.samplesLost)],
      [text('samplesDropped'), number(report.samplesDropped)],
      [text('samplesNotIp'), number(report.samplesNotIp)],
      [text('duplicates'), number(report.duplicates)],
      [text('restarts'), number(report.restarts)],
    ],
    own: [
      [text('sent'), number(report.exporterSent)],
      [text('notSent'), number(report.exporterNotSent)],
      [text('ignored'), number(report.exporterIgnored)],
    ],
    clock: [
      [text('skew'), clockText(report.skewMs, { text, language })],
      [text('correction'), correction],
      [text('timesReplaced'), number(report.timesReplaced)],
    ],
    rejected: counted(report.errors, (reason) =>
      isRejectionReason(reason) ? text(`reason_${reason}`) : reason,
    ),
    elements: counted(report.unknownElements),
  } satisfies Readonly<Record<string, readonly Fact[]>>;
}

const sections = ['traffic', 'volume', 'sampling', 'rejected', 'losses', 'own', 'clock', 'elements'] as const;

/** The counters of one exporter and domain. */
export function ExporterDrawer({ report, nowMs, onClose }: Props) {
  const text = useCollectorTexts();
  const facts = useFacts(report);
  const { deviceName, address, domain } = report;
  const name = deviceName === '' ? address : deviceName;
  return (
    <Drawer
      title={<h2>{[...new Set([name, address]), `${text('domain')} ${String(domain)}`].join(' · ')}</h2>}
      label={text('details', { name })}
      onClose={onClose}
    >
      <IssueHelp issues={issuesOf(report, nowMs)} />
      {sections.map((section) => (
        <Section key={section} title={text(`section_${section}`)} facts={facts[section]} />
      ))}
      {report.templates.length > 0 && (
        <section className="tt-collector-section">
          <h3>{text('section_templates')}</h3>
          {report.templates.map((template) => (
            <TemplateFacts key={template.id} template={template} />
          ))}
        </section>
      )}
    </Drawer>
  );
}

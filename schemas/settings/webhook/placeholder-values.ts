import type { PlaceholderValues } from './placeholders.ts';
import type { TargetNotice } from '../../notification/job.ts';
import { streamNoticeTexts } from '../../notification/stream-notice.ts';
import type { StreamNotice } from '../../notification/stream-notice.ts';

const wordOf = (isRaised: boolean): string => (isRaised ? 'RAISED' : 'CLEARED');

const iso = (atMs: number): string => new Date(atMs).toISOString();

/** Stream notices have no customer or site; their text is in both languages. */
function ofStreams(notice: StreamNotice): PlaceholderValues {
  const { en, fr } = streamNoticeTexts(notice);
  return {
    'customer.id': null,
    'customer.name': '',
    'site.id': null,
    'site.name': '',
    'alert.id': notice.correlation,
    'alert.sequence': notice.atMs,
    'alert.datetime': iso(notice.atMs),
    'alert.since': iso(notice.sinceMs),
    'alert.decidedAt': iso(notice.atMs),
    'alert.value': null,
    'alert.threshold': null,
    'alert.name': `${en.title} / ${fr.title}`,
    'alert.description': `${en.text} / ${fr.text}`,
    'alert.severity': 'critical',
    'alert.targets': notice.streams,
    'alert.targetTypes': notice.streams.map(() => 'stream'),
    'alert.topology': [],
    'alert.runbook': '',
    'alert.element': notice.streams.join(', '),
    'alert.reading': '',
    'alert.limit': '',
    'alert.state': wordOf(notice.edge === 'raise'),
    'alert.link': '',
    'alert.hook': notice.edge === 'raise' ? 'rising' : 'falling',
    'kpi.name': '',
  };
}

type Shared = 'customer.id' | 'customer.name' | 'alert.description' | 'alert.severity';
type OfNotice = Omit<PlaceholderValues, Shared>;

function ofGroup({ raises, clears, elements, untilMs }: TargetNotice & { is: 'grouped' }): OfNotice {
  return {
    'site.id': null,
    'site.name': '',
    'alert.id': '',
    'alert.sequence': null,
    'alert.datetime': iso(untilMs),
    'alert.since': '',
    'alert.decidedAt': iso(untilMs),
    'alert.value': null,
    'alert.threshold': null,
    'alert.name': `${String(raises + clears)} more alarm events`,
    'alert.targets': elements.map(({ name }) => name),
    'alert.targetTypes': elements.map(({ kind }) => kind),
    'alert.topology': [],
    'alert.runbook': '',
    'alert.element': elements.map(({ name }) => name).join(', '),
    'alert.reading': '',
    'alert.limit': '',
    'alert.state': wordOf(raises > 0),
    'alert.link': '',
    'alert.hook': raises > 0 ? 'rising' : 'falling',
    'kpi.name': '',
  };
}

function ofSingle(notice: TargetNotice & { is: 'single' }): OfNotice {
  const { site, alarm, element, edge, kpi, topology, atMs, sinceMs } = notice;
  return {
    'site.id': site.id,
    'site.name': site.name,
    'alert.id': notice.correlation,
    'alert.sequence': notice.sequence,
    'alert.datetime': iso(atMs),
    'alert.since': sinceMs === null ? '' : iso(sinceMs),
    'alert.decidedAt': iso(notice.decidedMs),
    'alert.value': notice.value,
    'alert.threshold': notice.threshold,
    'alert.name': alarm.name,
    'alert.targets': [element.name],
    'alert.targetTypes': [element.kind],
    'alert.topology': topology,
    'alert.runbook': notice.runbook ?? '',
    'alert.element': element.device === undefined ? element.name : `${element.device} · ${element.name}`,
    'alert.reading': notice.reading ?? String(notice.value),
    'alert.limit': notice.limit ?? `${notice.operator} ${String(notice.threshold)}`,
    'alert.state': wordOf(edge === 'raise'),
    'alert.link': notice.link ?? '',
    'alert.hook': edge === 'raise' ? 'rising' : 'falling',
    'kpi.name': kpi.name,
  };
}

/** Returns the placeholder values of a notice. A grouped notice has no site; it is rising if it contains raises. */
export function placeholderValues(notice: TargetNotice): PlaceholderValues {
  if (notice.is === 'streams') return ofStreams(notice);
  const shared = {
    'customer.id': notice.customer.id,
    'customer.name': notice.customer.name,
    'alert.description': notice.description,
    'alert.severity': notice.severity,
  };
  return notice.is === 'grouped' ? { ...shared, ...ofGroup(notice) } : { ...shared, ...ofSingle(notice) };
}

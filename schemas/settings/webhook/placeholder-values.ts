import type { EventValue, PlaceholderValues } from './placeholders.ts';
import type { TargetNotice } from '../../notification/job.ts';
import {
  NOTICE_VERSION,
  type GroupedEvent,
  type GroupedNotice,
  type SingleNotice,
} from '../../notification/notice.ts';
import { noticeWords } from '../../notification/notice-words.ts';
import type { NoticeWords } from '../../notification/texts/en.ts';
import {
  isPlatformNotice,
  platformNoticeTexts,
  platformTargets,
  type PlatformNotice,
} from '../../notification/platform-notice.ts';

const wordOf = (isRaised: boolean, { state }: NoticeWords): string =>
  isRaised ? state.raised : state.cleared;

/** Writes a time, milliseconds since 1970. */
type WriteTime = (atMs: number) => string;

const iso: WriteTime = (atMs) => new Date(atMs).toISOString();

/** Notices about the platform have no customer or site; their text is in both languages. */
function ofPlatform(notice: PlatformNotice, write: WriteTime): PlaceholderValues {
  const { en, fr } = platformNoticeTexts(notice);
  const { names, kind } = platformTargets(notice);
  return {
    'customer.id': null,
    'customer.name': '',
    'site.id': null,
    'site.name': '',
    'alert.id': notice.correlation,
    'alert.sequence': notice.atMs,
    'alert.datetime': write(notice.atMs),
    'alert.since': write(notice.sinceMs),
    'alert.decidedAt': write(notice.atMs),
    'alert.value': null,
    'alert.threshold': null,
    'alert.name': `${en.title} / ${fr.title}`,
    'alert.description': `${en.text} / ${fr.text}`,
    'alert.severity': 'critical',
    'alert.targets': names,
    'alert.targetTypes': names.map(() => kind),
    'alert.topology': [],
    'alert.runbook': '',
    'alert.element': names.join(', '),
    'alert.reading': '',
    'alert.limit': '',
    'alert.state': wordOf(notice.edge === 'raise', noticeWords('en')),
    'alert.link': '',
    'alert.elementLink': '',
    'alert.hook': notice.edge === 'raise' ? 'rising' : 'falling',
    'kpi.name': '',
    'incident.id': '',
    'incident.text': '',
    'alert.events': [],
    'alert.part': 1,
    'alert.version': NOTICE_VERSION,
  };
}

const shownElement = ({ name, device }: GroupedEvent['element']): string =>
  device === undefined ? name : `${device} · ${name}`;

interface Writing {
  readonly write: WriteTime;
  readonly words: NoticeWords;
}

const eventValue = (
  { event, edge, correlation, sequence, alarm, severity, site, element, ...measured }: GroupedEvent,
  incident: string,
  { write, words }: Writing,
): EventValue => ({
  id: correlation,
  sequence,
  event,
  hook: edge === 'raise' ? 'rising' : 'falling',
  state: wordOf(edge === 'raise', words),
  severity,
  name: alarm.name,
  element: shownElement(element),
  type: element.kind,
  site: site.name,
  datetime: write(measured.atMs),
  value: measured.value,
  threshold: measured.threshold,
  incident,
});

/** The worst incidents, one a line, and how many more there are. */
function incidentLines({ incidents }: GroupedNotice, words: NoticeWords): string {
  if (incidents === undefined) return '';
  const { listed, total } = incidents;
  const more = total - listed.length;
  return [...listed.map(({ text }) => text), ...(more > 0 ? [words.moreIncidents(more)] : [])].join('\n');
}

type Shared = 'customer.id' | 'customer.name' | 'alert.description' | 'alert.severity' | 'alert.version';
type OfNotice = Omit<PlaceholderValues, Shared>;

function ofGroup(notice: GroupedNotice, { write, words }: Writing): OfNotice {
  const { raises, clears, elements, untilMs, incidents } = notice;
  return {
    'site.id': null,
    'site.name': '',
    'alert.id': '',
    'alert.sequence': null,
    'alert.datetime': write(untilMs),
    'alert.since': '',
    'alert.decidedAt': write(untilMs),
    'alert.value': null,
    'alert.threshold': null,
    'alert.name': words.moreEvents(raises + clears),
    'alert.targets': elements.map(({ name }) => name),
    'alert.targetTypes': elements.map(({ kind }) => kind),
    'alert.topology': [],
    'alert.runbook': '',
    'alert.element': elements.map(({ name }) => name).join(', '),
    'alert.reading': '',
    'alert.limit': '',
    'alert.state': wordOf(raises > 0, words),
    'alert.link': notice.link ?? '',
    'alert.elementLink': '',
    'alert.hook': raises > 0 ? 'rising' : 'falling',
    'kpi.name': '',
    'incident.id': incidents?.total === 1 ? (incidents.listed[0]?.id ?? '') : '',
    'incident.text': incidentLines(notice, words),
    'alert.events': notice.events.map((event) => eventValue(event, event.incident ?? '', { write, words })),
    'alert.part': notice.part,
  };
}

const incidentValues = (incident: SingleNotice['incident']) => ({
  'incident.id': incident?.id ?? '',
  'incident.text': incident?.text ?? '',
});

function ofSingle(notice: TargetNotice & { is: 'single' }, { write, words }: Writing): OfNotice {
  const { site, alarm, element, edge, kpi, topology, atMs, sinceMs, incident, ...event } = notice;
  return {
    'site.id': site.id,
    'site.name': site.name,
    'alert.id': notice.correlation,
    'alert.sequence': notice.sequence,
    'alert.datetime': write(atMs),
    'alert.since': sinceMs === null ? '' : write(sinceMs),
    'alert.decidedAt': write(notice.decidedMs),
    'alert.value': notice.value,
    'alert.threshold': notice.threshold,
    'alert.name': alarm.name,
    'alert.targets': [element.name],
    'alert.targetTypes': [element.kind],
    'alert.topology': topology,
    'alert.runbook': notice.runbook ?? '',
    'alert.element': shownElement(element),
    'alert.reading': notice.reading ?? String(notice.value),
    'alert.limit': notice.limit ?? `${notice.operator} ${String(notice.threshold)}`,
    'alert.state': wordOf(edge === 'raise', words),
    'alert.link': notice.link ?? '',
    'alert.elementLink': notice.elementLink ?? '',
    'alert.hook': edge === 'raise' ? 'rising' : 'falling',
    'kpi.name': kpi.name,
    ...incidentValues(incident),
    'alert.events': [
      eventValue({ ...event, site, alarm, element, edge, atMs }, incidentValues(incident)['incident.id'], {
        write,
        words,
      }),
    ],
    'alert.part': 1,
  };
}

/**
 * Returns the placeholder values of a notice. A grouped notice has no site; it is rising if it contains raises. Times are ISO 8601 in UTC
 * unless written otherwise.
 */
export function placeholderValues(notice: TargetNotice, write: WriteTime = iso): PlaceholderValues {
  if (isPlatformNotice(notice)) return ofPlatform(notice, write);
  const writing = { write, words: noticeWords(notice.language) };
  const shared = {
    'customer.id': notice.customer.id,
    'customer.name': notice.customer.name,
    'alert.description': notice.description,
    'alert.severity': notice.severity,
    'alert.version': NOTICE_VERSION,
  };
  return notice.is === 'grouped'
    ? { ...shared, ...ofGroup(notice, writing) }
    : { ...shared, ...ofSingle(notice, writing) };
}

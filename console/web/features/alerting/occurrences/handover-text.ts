import { formatDuration } from '#schemas/unit/duration.ts';
import type { AlarmNote } from '#schemas/alerting/note-routes.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { formatMinute, formatMinutes } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { EventPeriod } from './event-period.ts';
import { countOccurrences, secondsOf, severityRank, type AlarmOccurrence } from './occurrences.ts';
import type { en } from './texts/en.ts';

interface Handover {
  readonly customer: string;
  readonly period: EventPeriod;
  /** Seconds since 1970 until which alarms that run are counted. */
  readonly end: number;
  readonly occurrences: readonly AlarmOccurrence[];
  readonly isFiltered: boolean;
  /** Newest first. */
  readonly notes: readonly AlarmNote[];
}

interface Wording {
  readonly text: Translate<typeof en>;
  readonly severityName: (severity: Severity) => string;
  readonly language: Language;
}

/** Lines of a section; the rest is counted. */
const MAX_LINES = 10;
const MAX_RANKED = 5;

const subjectOf = (
  { severity, name, siteName, elementName }: AlarmOccurrence,
  { severityName }: Wording,
): string => `${severityName(severity).toUpperCase()} · ${name} · ${siteName} · ${elementName}`;

function countsLine({ occurrences }: Handover, { text, severityName }: Wording): string {
  const counts = countOccurrences(occurrences);
  const named = severities.map((each) => `${severityName(each)} ${String(counts[each])}`);
  return text('handoverCounts', { number: occurrences.length, counts: named.join(', ') });
}

function runningLines({ occurrences }: Handover, wording: Wording): readonly string[] {
  const { text, language } = wording;
  const running = occurrences
    .filter(({ clearedAt, acknowledgedBy }) => clearedAt === null && acknowledgedBy === null)
    .sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
  const lines = running.slice(0, MAX_LINES).map((each) => {
    const since =
      each.raisedAt === null
        ? ''
        : `, ${text('handoverSince', { time: formatMinute(each.raisedAt * 1_000, language) })}`;
    const assigned =
      each.assignedTo === null ? '' : `, ${text('handoverAssigned', { name: each.assignedTo })}`;
    return `- ${subjectOf(each, wording)}${since}${assigned}`;
  });
  const more = running.length - lines.length;
  return [
    text('handoverRunning', { number: running.length }),
    ...lines,
    ...(more > 0 ? [`- ${text('handoverMore', { count: more })}`] : []),
  ];
}

function longestLines({ occurrences, end }: Handover, wording: Wording): readonly string[] {
  const { text, language } = wording;
  const longest = occurrences
    .map((each) => ({ each, seconds: secondsOf(each, end) ?? 0 }))
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, MAX_RANKED)
    .map(
      ({ each, seconds }) => `- ${formatDuration(seconds * 1_000, language)}: ${subjectOf(each, wording)}`,
    );
  return longest.length === 0 ? [] : ['', text('handoverLongest'), ...longest];
}

/** Alarms on an element that were raised more than once. */
function flappingLines({ occurrences }: Handover, wording: Wording): readonly string[] {
  const { text } = wording;
  const byInstance = new Map(
    occurrences.filter(({ raises }) => raises > 1).map((each) => [each.instance, each]),
  );
  const flapping = [...byInstance.values()]
    .sort((a, b) => b.raises - a.raises)
    .slice(0, MAX_RANKED)
    .map((each) => `- ${text('handoverTimes', { count: each.raises })}: ${subjectOf(each, wording)}`);
  return flapping.length === 0 ? [] : ['', text('handoverFlapping'), ...flapping];
}

/** Notes on the alarms of the summary, each in one line. */
function noteLines({ occurrences, notes }: Handover, wording: Wording): readonly string[] {
  const { text, language } = wording;
  const byRun = new Map(occurrences.map((each) => [`${each.instance}:${String(each.raisedAt)}`, each]));
  const lines = notes.flatMap((note) => {
    const of = byRun.get([note.alarm, note.element, note.since].join(':'));
    const written = note.text.replaceAll(/\s+/g, ' ');
    return of === undefined
      ? []
      : [`- ${formatMinute(note.at, language)}, ${note.by}: ${written} (${subjectOf(of, wording)})`];
  });
  const more = lines.length - MAX_LINES;
  if (lines.length === 0) return [];
  return [
    ...['', text('handoverNotes'), ...lines.slice(0, MAX_LINES)],
    ...(more > 0 ? [`- ${text('handoverMore', { count: more })}`] : []),
  ];
}

/** The summary of a period for the next shift, as plain text: counts, what still runs, notes, the longest and the most frequent. */
export function handoverText(handover: Handover, wording: Wording): string {
  const { customer, period, isFiltered } = handover;
  const { text, language } = wording;
  const times = formatMinutes(period.from * 1_000, period.to * 1_000, language);
  return [
    text('handoverTitle', { customer, period: times }),
    countsLine(handover, wording),
    ...(isFiltered ? [text('handoverFiltered')] : []),
    '',
    ...runningLines(handover, wording),
    ...noteLines(handover, wording),
    ...longestLines(handover, wording),
    ...flappingLines(handover, wording),
    '',
  ].join('\n');
}

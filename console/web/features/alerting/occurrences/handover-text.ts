import { formatDuration } from '#schemas/unit/duration.ts';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import { incidentSentence } from '#schemas/alerting/incident/incident-sentence.ts';
import type { AlarmOccurrence, Handover } from '#schemas/alerting/occurrences.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { formatMinute, formatMinutes } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { EventPeriod } from './event-period.ts';
import { secondsOf } from './occurrences.ts';
import type { en } from './texts/en.ts';

interface ShownHandover extends Handover {
  readonly customer: string;
  readonly period: EventPeriod;
  readonly isFiltered: boolean;
  /** Of the period, the newest first; absent where the alarms are filtered. */
  readonly incidents?: { readonly total: number; readonly incidents: readonly AlarmIncident[] };
}

/** Incidents that the summary lists. */
const MAX_LISTED = 10;

interface Wording {
  readonly text: Translate<typeof en>;
  readonly severityName: (severity: Severity) => string;
  readonly language: Language;
}

const subjectOf = (
  { severity, name, siteName, elementName }: AlarmOccurrence,
  { severityName }: Wording,
): string => `${severityName(severity).toUpperCase()} · ${name} · ${siteName} · ${elementName}`;

function countsLine({ counts, total }: Handover, { text, severityName }: Wording): string {
  const named = severities.map((each) => `${severityName(each)} ${String(counts[each])}`);
  return text('handoverCounts', { number: total, counts: named.join(', ') });
}

const moreLine = (count: number, { text }: Wording): readonly string[] =>
  count > 0 ? [`- ${text('handoverMore', { count })}`] : [];

function runningLines({ running, unhandled }: Handover, wording: Wording): readonly string[] {
  const { text, language } = wording;
  const lines = running.map((each) => {
    const since =
      each.raisedAt === null
        ? ''
        : `, ${text('handoverSince', { time: formatMinute(each.raisedAt * 1_000, language) })}`;
    const assigned =
      each.assignedTo === null ? '' : `, ${text('handoverAssigned', { name: each.assignedTo })}`;
    return `- ${subjectOf(each, wording)}${since}${assigned}`;
  });
  return [
    text('handoverRunning', { number: unhandled }),
    ...lines,
    ...moreLine(unhandled - lines.length, wording),
  ];
}

/** What happened, each in a sentence. */
function incidentLines({ incidents, period }: ShownHandover, wording: Wording): readonly string[] {
  const { text, language } = wording;
  if (incidents === undefined || incidents.total === 0) return [];
  const lines = incidents.incidents.slice(0, MAX_LISTED).map((each) => {
    const owner = each.owner === null ? '' : `, ${text('handoverAssigned', { name: each.owner })}`;
    return `- ${incidentSentence(each, period.to, language)}${owner}`;
  });
  return [
    text('handoverIncidents', { number: incidents.total }),
    ...lines,
    ...moreLine(incidents.total - lines.length, wording),
    '',
  ];
}

function longestLines({ longest, period }: ShownHandover, wording: Wording): readonly string[] {
  const { text, language } = wording;
  const lines = longest.map((each) => {
    const seconds = secondsOf(each, period.to) ?? 0;
    return `- ${formatDuration(seconds * 1_000, language)}: ${subjectOf(each, wording)}`;
  });
  return lines.length === 0 ? [] : ['', text('handoverLongest'), ...lines];
}

function flappingLines({ flapping }: Handover, wording: Wording): readonly string[] {
  const { text } = wording;
  const lines = flapping.map(
    (each) => `- ${text('handoverTimes', { count: each.raises })}: ${subjectOf(each, wording)}`,
  );
  return lines.length === 0 ? [] : ['', text('handoverFlapping'), ...lines];
}

/** Notes on the alarms of the summary, each in one line. */
function noteLines({ notes, noted, isNotedCut }: Handover, wording: Wording): readonly string[] {
  const { text, language } = wording;
  if (noted === 0 && !isNotedCut) return [];
  const lines = notes.map((note) => {
    const written = note.text.replaceAll(/\s+/g, ' ');
    return `- ${formatMinute(note.at, language)}, ${note.by}: ${written} (${subjectOf(note.on, wording)})`;
  });
  const cut = isNotedCut ? [`- ${text('handoverNotesCut')}`] : [];
  return ['', text('handoverNotes'), ...lines, ...moreLine(noted - lines.length, wording), ...cut];
}

/** The summary of a period for the next shift, as plain text: counts, what still runs, notes, the longest and the most frequent. */
export function handoverText(handover: ShownHandover, wording: Wording): string {
  const { customer, period, isFiltered } = handover;
  const { text, language } = wording;
  const times = formatMinutes(period.from * 1_000, period.to * 1_000, language);
  return [
    text('handoverTitle', { customer, period: times }),
    countsLine(handover, wording),
    ...(isFiltered ? [text('handoverFiltered')] : []),
    '',
    ...incidentLines(handover, wording),
    ...runningLines(handover, wording),
    ...noteLines(handover, wording),
    ...longestLines(handover, wording),
    ...flappingLines(handover, wording),
    '',
  ].join('\n');
}

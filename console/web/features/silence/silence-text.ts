import { formatDuration } from '#schemas/unit/duration.ts';
import type { Recurrence } from '#schemas/silence/recurrence.ts';
import type { SilenceMatch } from '#schemas/silence/silence.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { en } from './texts/en.ts';

export type SilenceText = Translate<typeof en>;

const locales: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR' };
/** A Monday. */
const MONDAY_MS = 4 * 86_400_000;

/** Name of a weekday, 1 is Monday. */
export const weekdayName = (day: number, language: Language, style: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(locales[language], { weekday: style, timeZone: 'UTC' }).format(
    MONDAY_MS + (day - 1) * 86_400_000,
  );

export function monthDayText(
  on: Extract<Recurrence, { every: 'month' }>['on'],
  text: SilenceText,
  language: Language,
): string {
  if ('day' in on) return on.day === -1 ? text('lastDay') : text('dayOf', { day: on.day });
  return text('nthOf', { nth: text(`nth-${on.nth as 1}`), weekday: weekdayName(on.weekday, language) });
}

function recurrenceText(recurrence: Recurrence, text: SilenceText, language: Language): string {
  const { every, interval: count } = recurrence;
  if (every === 'day') return count === 1 ? text('day') : text('everyDays', { count });
  if (every === 'week') {
    const days = recurrence.weekdays.map((day) => weekdayName(day, language, 'short')).join(', ');
    return count === 1 ? days : text('everyWeeks', { days, count });
  }
  const days = monthDayText(recurrence.on, text, language);
  return count === 1 ? `${text('month')}, ${days}` : text('everyMonths', { days, count });
}

/** When a recurring silence is active. */
export function ruleText(recurrence: Recurrence, text: SilenceText, language: Language): string {
  const { time, minutes, zone } = recurrence;
  const length = formatDuration(minutes * MINUTE_MS, language);
  return text('rule', { every: recurrenceText(recurrence, text, language), time, length, zone });
}

/** Names by id; an id without one is shown as `#id`. */
export type SilenceNames = Readonly<Record<'alarms' | 'sites' | 'elements', ReadonlyMap<number, string>>>;

/** The criteria of a silence, one text per kind. */
export function whatTexts(
  { alarms, severities, sites, elements }: SilenceMatch,
  names: SilenceNames,
  severityName: (severity: SilenceMatch['severities'][number]) => string,
): readonly string[] {
  const listed = (ids: readonly number[], known: ReadonlyMap<number, string>) =>
    ids.map((id) => known.get(id) ?? `#${String(id)}`).join(', ');
  return [
    listed(alarms, names.alarms),
    severities.map(severityName).join(', '),
    listed(sites, names.sites),
    listed(elements, names.elements),
  ].filter((part) => part !== '');
}

import { severities } from '#schemas/alerting/severity.ts';
import type { SchedulingTrigger } from '#schemas/scheduling/trigger.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { en } from './texts/en.ts';

export type SchedulingText = Translate<typeof en>;

/** Monday, 5 January 1970. */
const MONDAY_MS = 4 * DAY_MS;

/** Name of a day of the week; 1 is Monday. */
export const dayName = (day: number, language: Language, weekday: 'long' | 'short' = 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(MONDAY_MS + (day - 1) * DAY_MS);

const two = (value: number): string => String(value).padStart(2, '0');
export const triggerTime = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `${two(hour)}:${two(minute)}`;

type Alarms = Extract<SchedulingTrigger, { kind: 'alarm' }>;

function alarmText(
  { on, alarms, severities: chosen, sites }: Alarms,
  { text, severityOf }: WordNeeds,
): string {
  const limits = [
    ...severities.filter((severity) => chosen.includes(severity)).map(severityOf),
    ...(alarms.length === 0 ? [] : [text('countAlarms', { count: alarms.length })]),
    ...(sites.length === 0 ? [] : [text('countSites', { count: sites.length })]),
  ];
  const what = text(`alarm-${on}`);
  return limits.length === 0 ? what : text('alarmLimits', { what, limits: limits.join(', ') });
}

export interface WordNeeds {
  readonly text: SchedulingText;
  readonly language: Language;
  readonly severityOf: (severity: Alarms['severities'][number]) => string;
}

/** A trigger in words. */
export function triggerText(trigger: SchedulingTrigger, needs: WordNeeds): string {
  const { text, language } = needs;
  switch (trigger.kind) {
    case 'hourly':
      return text('hourly', { minute: trigger.minute });
    case 'daily':
      return text('daily', { time: triggerTime(trigger) });
    case 'weekly': {
      const days = trigger.days
        .toSorted((one, other) => one - other)
        .map((day) => dayName(day, language, 'short'));
      return text('weekly', { days: days.join(', '), time: triggerTime(trigger) });
    }
    case 'monthly':
      return trigger.day === 'L'
        ? text('monthlyLast', { time: triggerTime(trigger) })
        : text('monthly', { day: trigger.day, time: triggerTime(trigger) });
    case 'alarm':
      return alarmText(trigger, needs);
  }
}

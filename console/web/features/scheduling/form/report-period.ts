import type { ReportPeriod } from '#schemas/report/period.ts';
import type { SchedulingText } from '../scheduling-text.ts';

/** Periods that the form offers. */
const periods = {
  'previous-day': { kind: 'previous', unit: 'day', count: 1 },
  'previous-week': { kind: 'previous', unit: 'week', count: 1 },
  'previous-month': { kind: 'previous', unit: 'month', count: 1 },
  'current-day': { kind: 'current', unit: 'day' },
  'current-week': { kind: 'current', unit: 'week' },
  'current-month': { kind: 'current', unit: 'month' },
  'last-1440': { kind: 'last', minutes: 1_440 },
  'last-10080': { kind: 'last', minutes: 10_080 },
  'last-43200': { kind: 'last', minutes: 43_200 },
} as const satisfies Record<string, ReportPeriod>;
type PeriodName = keyof typeof periods;

const names = Object.keys(periods) as PeriodName[];
const OTHER = 'other';

export const firstPeriod: ReportPeriod = periods['previous-week'];

const textOf = (period: ReportPeriod): string =>
  [period.kind, 'unit' in period ? period.unit : '', 'count' in period ? period.count : '']
    .concat('minutes' in period ? [period.minutes] : [])
    .join();

/** The name of a period; of one that the form does not offer, `other`. */
export const nameOfPeriod = (period: ReportPeriod): PeriodName | typeof OTHER =>
  names.find((name) => textOf(periods[name]) === textOf(period)) ?? OTHER;

/** The period of a name; undefined: it stays as it is. */
export const periodOfName = (name: string): ReportPeriod | undefined => {
  const known = names.find((one) => one === name);
  return known && periods[known];
};

/** What the form offers, with the stored period where it is another one. */
export const periodOptions = (period: ReportPeriod, text: SchedulingText) =>
  [...names, ...(nameOfPeriod(period) === OTHER ? ([OTHER] as const) : [])].map((name) => ({
    value: name,
    label: text(`period-${name}`),
  }));

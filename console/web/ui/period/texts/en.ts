import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  period: 'Period',
  any: 'Any time',
  since: 'Since {{time}}',
  until: 'Until {{time}}',
  lastDays: 'Last {{duration}}',
  lastHour: 'Last hour',
  lastMinutes: 'Last {{duration}}',
  today: 'Today',
  yesterday: 'Yesterday',
  lastNight: 'Last night',
  month: 'This month',
  custom: 'Custom period',
  from: 'From',
  to: 'To',
  openHint: 'Leave one empty for a period without start or end.',
  cancel: 'Cancel',
  apply: 'Apply',
  invalid: 'The end must be after the start.',
  unreadable: 'Enter both times.',
  outside: 'Enter times from 1970 to 2105.',
  isLatest: 'This is the latest period.',
  earlier: 'Earlier',
  later: 'Later',
  reset: 'Reset zoom',
  timeZone: 'Time zone',
} as const;

export const usePeriodTexts = defineTexts('period', en, fr);

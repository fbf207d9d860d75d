import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  annotate: 'Add annotation…',
  createAlarm: 'Create alarm from this…',
  compare: 'Compare with',
  compare_none: 'Nothing',
  compare_previous: 'Period before',
  compare_day: 'Same hours a day earlier',
  compare_week: 'Same hours a week earlier',
  compare_month: 'Same hours a month earlier',
  compareOther: 'Another element…',
  compareStop: 'No longer with {{name}}',
  compareTitle: 'Compare {{title}}',
  compareHint: 'It is drawn in the same chart until you leave the page.',
  compareNow: 'Compare',
  chooseElement: 'Choose an element first.',
  noOther: 'No other element matches',
  cancel: 'Cancel',
  explore: 'Open in the explorer',
  alarmOf: 'It watches {{kpi}} on every element that the KPI is about, not only on those of this chart.',
  alarmThreshold: 'The threshold starts at {{operator}} {{value}}, from what this chart shows.',
} as const;

export const useChartMenuTexts = defineTexts('chart-menu', en, fr);

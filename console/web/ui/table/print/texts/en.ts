import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  others_one: '{{more}} more',
  others_other: '{{more}} more',
  rows: 'Rows {{first}} to {{last}} of {{total}}',
  more_one: '{{more}} more row is not printed',
  more_other: '{{more}} more rows are not printed',
  columns_one: '{{count}} more column is not printed',
  columns_other: '{{count}} more columns are not printed',
} as const;

/** Of tables and lists on paper: screens do without them. */
export const usePaperTexts = defineTexts('paper', en, fr);

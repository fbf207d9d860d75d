import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  filter: 'Filter the rows of {{title}}',
  title: 'Rows of {{title}}',
  contains: '{{name}} contains',
  any: 'Any value',
  operator: '{{name}}',
  value: 'Value of {{name}}',
  apply: 'Apply',
  all: 'Show all rows',
  noRow: 'No row passes the filters.',
  chip: '{{name}} {{condition}}',
  chipContains: '{{name}} contains “{{text}}”',
  hint: 'The server filters all rows before it returns the first ones. Dates and times are not filtered.',
} as const;

export const useRowTexts = defineTexts('row', en, fr);

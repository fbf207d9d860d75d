import { defineTexts } from '#web/lib/text.ts';
import type { Like } from '#web/lib/text-types.ts';

const en = {
  pickDay: 'Choose a day',
  momentPattern: 'dd/mm/yyyy hh:mm',
  momentPatternMonth: 'mm/dd/yyyy hh:mm',
  timePattern: 'hh:mm',
  timeUnreadable: 'Write it as {{pattern}}',
} as const;

const fr = {
  pickDay: 'Choisir un jour',
  momentPattern: 'jj/mm/aaaa hh:mm',
  momentPatternMonth: 'mm/jj/aaaa hh:mm',
  timePattern: 'hh:mm',
  timeUnreadable: 'À écrire sous la forme {{pattern}}',
} satisfies Like<typeof en>;

/** Texts of fields for a time. */
export const useTimeTexts = defineTexts('time', en, fr);

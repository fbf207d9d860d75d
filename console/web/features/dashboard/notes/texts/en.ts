import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  utcDays: 'Days before {{until}} are days of UTC: hours of that time are no longer stored.',
  uncutHours: 'Days of {{zone}} are cut at full hours of UTC.',
  uncutHoursUntil: 'Days of {{zone}} before {{until}} are cut at full hours of UTC.',
} as const;

export const useDataNoteTexts = defineTexts('data-note', en, fr);

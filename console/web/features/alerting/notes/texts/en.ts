import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  notes: 'Notes',
  add: 'Add note…',
  titleOne: 'Note on “{{alarm}}”',
  titleMany_one: 'Note on {{count}} alarm',
  titleMany_other: 'Note on {{count}} alarms',
  note: 'Note',
  hint: 'Everyone who sees the alarm can read it. You can delete it for ten minutes.',
  save: 'Add note',
  remove: 'Delete note',
  removed_one: 'Note deleted.',
  removed_other: '{{count}} notes deleted.',
  added_one: 'Note added.',
  added_other: 'Note added to {{count}} alarms.',
  ended_one: '{{count}} alarm is no longer running.',
  ended_other: '{{count}} alarms are no longer running.',
  full_one: '{{count}} alarm has as many notes as it can have.',
  full_other: '{{count}} alarms have as many notes as they can have.',
  unsent_one: '{{count}} alarm could not be updated. Try again.',
  unsent_other: '{{count}} alarms could not be updated. Try again.',
  more_one: '{{count}} more',
  more_other: '{{count}} more',
} as const;

export const useNoteTexts = defineTexts('note', en, fr);

import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  notes: 'Notes',
  none: 'No notes.',
  add: 'Add a note',
  edit: 'Edit the note of {{by}}',
  remove: 'Delete the note of {{by}}',
  addTitle: 'Note on {{name}}',
  editTitle: 'Edit the note',
  note: 'Note',
  hint: 'Everyone who sees the element reads it. Text only, at most 10 kB.',
  save: 'Save',
  saved: 'Note saved',
  removeTitle: 'Delete the note?',
  removeConsequence: 'Its text stays in the audit trail.',
  removeAction: 'Delete',
  removed: 'Note deleted',
  edited: 'edited {{time}}',
} as const;

export const useElementNoteTexts = defineTexts('element-notes', en, fr);

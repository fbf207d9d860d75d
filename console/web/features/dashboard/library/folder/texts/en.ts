import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  actions: 'Actions on the folder {{folder}}',
  rename: 'Rename…',
  move: 'Move…',
  remove: 'Delete…',
  renameTitle: 'Rename the folder {{folder}}',
  moveTitle: 'Move the folder {{folder}}',
  removeTitle: 'Delete the folder {{folder}}?',
  renameAction: 'Rename',
  moveAction: 'Move',
  removeAction: 'Delete the folder',
  name: 'Name',
  into: 'Into the folder',
  documentsTo: 'Its contents move to',
  top: 'Top level',
  content_one: 'It has {{count}} entry, which moves along.',
  content_other: 'It has {{count}} entries, which move along.',
  contentStays_one: 'It has {{count}} entry. It is not deleted.',
  contentStays_other: 'It has {{count}} entries. None of them is deleted.',
  stay_one: '{{count}} entry stays in {{folder}}: you cannot change it here.',
  stay_other: '{{count}} entries stay in {{folder}}: you cannot change them here.',
  joins: '{{folder}} exists: both folders become one.',
  noneMovable: 'You cannot change any of its entries here.',
  moved_one: '{{count}} entry is now in {{folder}}.',
  moved_other: '{{count}} entries are now in {{folder}}.',
  movedTop_one: '{{count}} entry is now at the top level.',
  movedTop_other: '{{count}} entries are now at the top level.',
  movedPartly: '{{moved}} {{retained}}',
  deleted: 'The folder {{folder}} does not exist any more: its entries were moved or deleted.',
  filter: 'Folder {{folder}}',
} as const;

export const useFolderTexts = defineTexts('folder', en, fr);

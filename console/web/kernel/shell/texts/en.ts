import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  shortcuts: 'Keyboard shortcuts',
  'shortcuts-page': 'Everywhere',
  'shortcuts-table': 'In tables',
  'shortcuts-alarm': 'On an alarm',
  'shortcuts-form': 'In forms',
  actions: 'Actions',
  silences: 'Silences',
  newSilence: 'New silence…',
  'key-search': 'Search and commands',
  tour: 'Tour: build a dashboard in two minutes',
  'key-help': 'Show these shortcuts',
  'key-move': 'Previous or next row',
  'key-ends': 'First or last row',
  'key-open': 'Open the row',
  'key-select': 'Select the row, where rows can be selected',
  'key-range': 'Select a range',
  'key-all': 'Select all rows shown',
  'key-acknowledge': 'Acknowledge',
  'key-snooze': 'Acknowledge for an hour',
  'key-assign': 'Assign, to yourself at first',
  'key-locate': 'Show on the map',
  'key-submit': 'Save',
  'key-cancel': 'Close; asks before changes are lost',
  itsAlarms: 'its alarms',
  'hit-site': 'Sites',
  'hit-device': 'Devices',
  'hit-interface': 'Interfaces',
  'hit-component': 'Components of devices',
  'hit-alarm': 'Alarms',
  'hit-cockpit': 'Cockpits',
  'hit-application': 'Custom applications',
  'hit-user': 'Users',
} as const;

/** Texts of what the shell loads when it is opened: the palette and the list of shortcuts. */
export const usePaletteTexts = defineTexts('palette', en, fr);

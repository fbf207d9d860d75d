import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  export: 'Export as JSON',
  replaceFromFile: 'Replace from a file…',
  importFile: 'Import…',
  titleNew: 'Import a cockpit',
  titleReplace: 'Replace {{name}} from a file',
  hintNew: 'A file exported here or by another installation becomes a new cockpit.',
  hintReplace:
    'Alarms with the same rule or label keep their history and silences. Alarms missing from the file are deleted. The current state is kept as a version.',
  choose: 'Choose a file',
  file: 'File of a cockpit',
  name: 'Name',
  enable: 'Activate the enabled alarms immediately',
  enableHint: 'If the original cockpit still runs, each alarm runs twice.',
  changes: 'What the file changes',
  leftOut_one: '{{count}} threshold is skipped: its customer or element does not exist here.',
  leftOut_other: '{{count}} thresholds are skipped: their customers or elements do not exist here.',
  leftOutLine: '{{alarm}}: {{target}}',
  more_one: 'and {{count}} more',
  more_other: 'and {{count}} more',
  faultAlarm: 'Alarm {{number}} ({{alarm}}), {{field}}: {{fault}}',
  faultField: '{{field}}: {{fault}}',
  nothing: 'Choose a file first.',
  import: 'Import',
  imported: 'Imported {{name}}.',
  replaced: 'Replaced {{name}}.',
} as const;

export const useFileTexts = defineTexts('file', en, fr);

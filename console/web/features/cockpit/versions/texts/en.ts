import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  versions: 'Versions',
  title: 'Versions of {{name}}',
  hint: 'Every change is saved as a version. The newest {{count}} are kept.',
  noneTitle: 'No version yet',
  noneHint: 'The first change of this cockpit creates one.',
  version: 'Version {{number}}',
  restoredFrom: 'Version {{number}} restored',
  product: 'Import',
  compare: 'Compare with',
  present: 'Current',
  since: 'Changes from version {{number}} to {{other}}',
  otherPresent: 'the current version',
  otherVersion: 'version {{number}}',
  same: 'No difference',
  choose: 'Select a version to see what has changed since.',
  changed: '{{what}}: {{before}} → {{after}}',
  cockpit: 'Cockpit',
  added: 'Alarm {{name}} added',
  removed: 'Alarm {{name}} deleted',
  alarm: 'Alarm {{name}}',
  thresholdAdded: 'Threshold of {{name}} added: {{after}}',
  thresholdRemoved: 'Threshold of {{name}} deleted: {{before}}',
  thresholdChanged: 'Threshold of {{name}}: {{before}} → {{after}}',
  none: 'none',
  shown: '{{levels}}, name contains “{{filter}}”',
  deletedGroup: 'a deleted group',
  restore: 'Restore version {{number}}',
  restoreTitle: 'Restore version {{number}} of {{name}}?',
  restoreHint:
    'The changes above are undone and kept as a version. Alarms deleted since then return with their former ID. The rules apply from the next window.',
  restored: 'Version {{number}} of {{name}} is restored.',
  impossible: 'Version {{number}} cannot be restored',
  fault: '{{alarm}}: {{fault}}',
} as const;

export const useVersionTexts = defineTexts('version', en, fr);

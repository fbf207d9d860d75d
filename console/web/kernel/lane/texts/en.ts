import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  marks_annotations_one: '{{count}} annotation',
  marks_annotations_other: '{{count}} annotations',
  marks_alarms_one: '{{count}} alarm',
  marks_alarms_other: '{{count}} alarms',
  marks_definitions_one: '{{count}} changed definition',
  marks_definitions_other: '{{count}} changed definitions',
  marksMore_one: 'and {{count}} more alarm',
  marksMore_other: 'and {{count}} more alarms',
  marksMoreEvents_one: 'and {{count}} more',
  marksMoreEvents_other: 'and {{count}} more',
  lane: '{{title}}: {{marks}}',
  laneList: 'Events of {{title}}',
  markAlarm: '{{name}} · {{element}}',
  markDefinition: 'Definition of {{name}} changed',
  marks_changes_one: '{{count}} configuration change',
  marks_changes_other: '{{count}} configuration changes',
  olderChanges_one: 'and {{count}} older configuration change',
  olderChanges_other: 'and {{count}} older configuration changes',
  markChange: '{{element}}: {{action}}',
} as const;

export const useLaneTexts = defineTexts('lane', en, fr);

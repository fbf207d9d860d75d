import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  marks_annotations_one: '{{count}} annotation',
  marks_annotations_other: '{{count}} annotations',
  marks_alarms_one: '{{count}} alarme',
  marks_alarms_other: '{{count}} alarmes',
  marks_definitions_one: '{{count}} définition modifiée',
  marks_definitions_other: '{{count}} définitions modifiées',
  marksMore_one: 'et {{count}} autre alarme',
  marksMore_other: 'et {{count}} autres alarmes',
  marksMoreEvents_one: 'et {{count}} autre',
  marksMoreEvents_other: 'et {{count}} autres',
  lane: '{{title}}\u00A0: {{marks}}',
  laneList: 'Événements de {{title}}',
  markAlarm: '{{name}} · {{element}}',
  markDefinition: 'Définition de {{name}} modifiée',
  marks_changes_one: '{{count}} changement de configuration',
  marks_changes_other: '{{count}} changements de configuration',
  olderChanges_one: 'et {{count}} changement de configuration antérieur',
  olderChanges_other: 'et {{count}} changements de configuration antérieurs',
  markChange: '{{element}}\u00A0: {{action}}',
} satisfies Like<typeof en>;

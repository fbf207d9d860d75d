import type { ProblemDefinition } from '../definition.ts';

/** Parts of the alerting screens that failed to load, and changes of alarms that were refused. */
export const alertingProblems = {
  ALARM_ACKNOWLEDGED: {
    status: 409,
    en: '{{by}} acknowledged this alarm first. Nothing was changed.',
    fr: '{{by}} a déjà acquitté cette alarme. Rien n’a été modifié.',
  },
  ASSIGNEE_UNKNOWN: {
    status: 422,
    en: 'This assignee does not exist, or does not see alarms of this customer.',
    fr: 'Ce destinataire n’existe pas ou ne voit pas les alarmes de ce client.',
  },
  ALARM_NOTE_FINAL: {
    status: 409,
    en: 'A note can be deleted for ten minutes after it was written.',
    fr: 'Une note peut être supprimée pendant les dix minutes qui suivent son écriture.',
  },
  ALERT_COUNT_FAILED: {
    status: 503,
    en: 'The alarm counts could not be loaded.',
    fr: 'Les compteurs d’alarmes n’ont pas pu être chargés.',
  },
  ALERT_MAP_FAILED: {
    status: 503,
    en: 'The alarm map could not be loaded.',
    fr: 'La carte des alarmes n’a pas pu être chargée.',
  },
  ALERT_TABLE_FAILED: {
    status: 503,
    en: 'The alarm table could not be loaded.',
    fr: 'Le tableau des alarmes n’a pas pu être chargé.',
  },
} as const satisfies Record<string, ProblemDefinition>;

import type { ProblemDefinition } from '../definition.ts';

/** Changes of alarms that were rejected. */
export const alertingProblems = {
  ALARM_ACKNOWLEDGED: {
    status: 409,
    en: '{{by}} acknowledged this alarm first. Nothing was changed.',
    fr: '{{by}} a déjà acquitté cette alarme. Rien n’a été modifié.',
  },
  ASSIGNEE_UNKNOWN: {
    status: 422,
    en: 'This assignee does not exist, or does not see alarms of this customer.',
    fr: 'Ce responsable n’existe pas ou ne voit pas les alarmes de ce client.',
  },
  INCIDENT_OWNED: {
    status: 409,
    en: '{{by}} changed the owner of this incident first. Nothing was changed.',
    fr: '{{by}} a modifié le responsable de cet incident entre-temps. Rien n’a été modifié.',
  },
  INCIDENT_ENTRIES_FULL: {
    status: 409,
    en: 'This incident has as many notes and owners as one may have.',
    fr: 'Cet incident a déjà le nombre maximal de notes et de responsables.',
  },
  ALARM_NOTE_FINAL: {
    status: 409,
    en: 'A note can be deleted for ten minutes after it was written.',
    fr: 'Une note peut être supprimée pendant les dix minutes qui suivent son écriture.',
  },
  ANNOTATION_OF_OTHER: {
    status: 403,
    en: 'Only its author and administrators can change this annotation.',
    fr: 'Seuls son auteur et les administrateurs peuvent modifier cette annotation.',
  },
  ANNOTATION_ELEMENT_UNKNOWN: {
    status: 400,
    en: 'Choose a site or an element that you can see.',
    fr: 'Choisissez un site ou un élément qui vous est visible.',
  },
} as const satisfies Record<string, ProblemDefinition>;

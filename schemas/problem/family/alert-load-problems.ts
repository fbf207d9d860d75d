import type { ProblemDefinition } from '../definition.ts';

/** Parts of the alerting screens that failed to load. */
export const alertLoadProblems = {
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

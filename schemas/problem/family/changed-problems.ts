import type { ProblemDefinition } from '../definition.ts';

/** What changed (schemas/explore/changed). */
export const changedProblems = {
  CHANGE_PERIOD_TOO_LONG: {
    status: 400,
    en: 'The period is too long: at most 31 days, and 7 days against the weeks before.',
    fr: 'La période est trop longue\u00A0: 31 jours au plus, et 7 jours face aux semaines précédentes.',
  },
} as const satisfies Record<string, ProblemDefinition>;

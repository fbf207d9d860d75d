import type { ProblemDefinition } from '../definition.ts';

/** Silences and maintenance windows. */
export const silenceProblems = {
  SILENCE_OVER: {
    status: 409,
    en: 'This silence is over and cannot be changed any more.',
    fr: 'Cette mise en silence est terminée et ne peut plus être modifiée.',
  },
} as const satisfies Record<string, ProblemDefinition>;

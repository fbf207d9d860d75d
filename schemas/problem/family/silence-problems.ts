import type { ProblemDefinition } from '../definition.ts';

/** Silences and maintenance windows. */
export const silenceProblems = {
  SILENCE_OVER: {
    status: 409,
    en: 'This silence has ended and cannot be changed.',
    fr: 'Cette mise en silence est terminée et ne peut pas être modifiée.',
  },
} as const satisfies Record<string, ProblemDefinition>;

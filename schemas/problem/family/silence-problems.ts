import type { ProblemDefinition } from '../definition.ts';

/** Silences and maintenance windows. */
export const silenceProblems = {
  SILENCE_OVER: {
    status: 409,
    en: 'This silence has ended and cannot be changed.',
    fr: 'Cette mise en sourdine est terminée et ne peut pas être modifiée.',
  },
  SILENCE_END_REQUIRED: {
    status: 400,
    en: 'A silence without recurrence needs an end.',
    fr: 'Une mise en sourdine sans récurrence nécessite une fin.',
  },
  SILENCE_MAINTENANCE_SCOPE: {
    status: 400,
    en: 'Maintenance applies to sites and elements: remove alarms and severities.',
    fr: 'La maintenance s’applique à des sites et à des éléments\u00A0: retirez alarmes et gravités.',
  },
  SILENCE_SITES_REQUIRED: {
    status: 400,
    en: 'Name sites or elements, and only those that you can see.',
    fr: 'Indiquez des sites ou des éléments, et uniquement ceux qui vous sont visibles.',
  },
  SILENCE_NEVER_ACTIVE: {
    status: 400,
    en: 'This silence would never be active.',
    fr: 'Cette mise en sourdine ne serait jamais active.',
  },
} as const satisfies Record<string, ProblemDefinition>;

import type { ProblemDefinition } from '../definition.ts';

/** Classes of service. */
export const qosProblems = {
  QOS_DSCP_INVALID: {
    status: 400,
    en: '{{value}} is not a DSCP. Enter a number from 0 to 63 or a name such as EF, AF41 or CS3.',
    fr: '{{value}} n’est pas un DSCP. Saisissez un nombre de 0 à 63 ou un nom, par exemple EF, AF41 ou CS3.',
  },
  QOS_DSCP_TAKEN: {
    status: 400,
    en: 'The class {{class}} already has the DSCP {{value}}.',
    fr: 'La classe {{class}} a déjà le DSCP {{value}}.',
  },
  QOS_NAME_TAKEN: {
    status: 400,
    en: 'The class {{class}} already has {{value}}.',
    fr: 'La classe {{class}} a déjà {{value}}.',
  },
  QOS_SHARE_EXCEEDED: {
    status: 400,
    en: 'The bandwidth shares of the classes add up to {{sum}}%. The maximum is 100%.',
    fr: 'Les parts de bande passante des classes totalisent {{sum}}\u00A0%. Le maximum est 100\u00A0%.',
  },
  QOS_MAXIMUM_REACHED: {
    status: 409,
    en: 'The maximum of {{max}} classes of service is reached.',
    fr: 'Le maximum de {{max}} classes de service est atteint.',
  },
} as const satisfies Record<string, ProblemDefinition>;

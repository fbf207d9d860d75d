import type { ProblemDefinition } from '../definition.ts';

/** Filters of flows (schemas/explore/filter) and the explorer. */
export const exploreProblems = {
  FILTER_TOO_LONG: {
    status: 400,
    en: 'The filter is longer than 10,240 characters.',
    fr: 'Le filtre dépasse 10 240 caractères.',
  },
  FILTER_TOO_DEEP: {
    status: 400,
    en: 'The filter is nested more than 32 levels deep at column {{column}}.',
    fr: 'Le filtre dépasse 32 niveaux d’imbrication à la colonne {{column}}.',
  },
  FILTER_TOO_MANY_TESTS: {
    status: 400,
    en: 'The filter has more than 200 comparisons at column {{column}}. Use lists: port in (80, 443).',
    fr: 'Le filtre a plus de 200 comparaisons à la colonne {{column}}. Utilisez des listes\u00A0: port in (80, 443).',
  },
  FILTER_UNCLOSED_TEXT: {
    status: 400,
    en: 'The text that begins at column {{column}} has no closing quote.',
    fr: 'Le texte qui commence à la colonne {{column}} n’a pas de guillemet fermant.',
  },
  FILTER_FIELD_EXPECTED: {
    status: 400,
    en: 'A field is expected at column {{column}}: {{expected}}',
    fr: 'Un champ est attendu à la colonne {{column}}\u00A0: {{expected}}',
  },
  FILTER_UNKNOWN_FIELD: {
    status: 400,
    en: 'Unknown field “{{found}}” at column {{column}}. Fields are {{expected}}',
    fr: 'Champ inconnu «\u00A0{{found}}\u00A0» à la colonne {{column}}. Les champs sont {{expected}}',
  },
  FILTER_OPERATOR_EXPECTED: {
    status: 400,
    en: 'An operator is expected at column {{column}}: {{expected}}',
    fr: 'Un opérateur est attendu à la colonne {{column}}\u00A0: {{expected}}',
  },
  FILTER_VALUE_EXPECTED: {
    status: 400,
    en: 'A value is expected at column {{column}}. {{expected}}',
    fr: 'Une valeur est attendue à la colonne {{column}}. {{expected}}',
  },
  FILTER_BAD_VALUE: {
    status: 400,
    en: 'The field cannot have the value “{{found}}” at column {{column}}. {{expected}}',
    fr: 'Le champ ne peut pas avoir la valeur «\u00A0{{found}}\u00A0» à la colonne {{column}}. {{expected}}',
  },
  FILTER_PARENTHESIS_EXPECTED: {
    status: 400,
    en: 'At column {{column}} one of these is expected: {{expected}}',
    fr: 'À la colonne {{column}}, un de ces signes est attendu\u00A0: {{expected}}',
  },
  FILTER_END_EXPECTED: {
    status: 400,
    en: '“{{found}}” at column {{column}} is too much: join comparisons by “and” or “or”.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} est en trop\u00A0: reliez les comparaisons par «\u00A0and\u00A0» ou «\u00A0or\u00A0».',
  },
  FILTER_UNKNOWN_NAME: {
    status: 400,
    en: 'Nothing that you see has the name “{{found}}” at column {{column}}.',
    fr: 'Rien de ce que vous voyez ne porte le nom «\u00A0{{found}}\u00A0» à la colonne {{column}}.',
  },
  EXPLORE_RAW_EXPIRED: {
    status: 400,
    en: 'Flows with addresses, ports and AS are retained for {{days}} days. Choose a later start, or leave out: {{fields}}',
    fr: 'Les flux avec adresses, ports et AS sont conservés {{days}} jours. Choisissez un début plus récent, ou retirez\u00A0: {{fields}}',
  },
} as const satisfies Record<string, ProblemDefinition>;

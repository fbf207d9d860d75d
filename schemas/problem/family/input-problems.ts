import type { ProblemDefinition } from '../definition.ts';

/** Faults of single inputs that the contracts find, and those of the types of inputs. */
export const inputProblems = {
  TYPE_INVALID: {
    status: 400,
    en: 'Expected a value of type {{expected}}.',
    fr: 'Valeur attendue de type {{expected}}.',
  },
  TOO_SMALL: { status: 400, en: 'Enter at least {{min}}.', fr: 'Saisissez au moins {{min}}.' },
  TOO_LARGE: { status: 400, en: 'Enter at most {{max}}.', fr: 'Saisissez au plus {{max}}.' },
  TOO_FEW: { status: 400, en: 'Provide at least {{min}} entries.', fr: 'Indiquez au moins {{min}} entrées.' },
  TOO_MANY: { status: 400, en: 'Provide at most {{max}} entries.', fr: 'Indiquez au plus {{max}} entrées.' },
  OPTION_INVALID: {
    status: 400,
    en: 'Use one of: {{options}}.',
    fr: 'Utilisez l’une des valeurs suivantes\u00A0: {{options}}.',
  },
  FIELD_UNKNOWN: { status: 400, en: 'Unknown field: {{fields}}.', fr: 'Champ inconnu\u00A0: {{fields}}.' },
  FORMAT_INVALID: {
    status: 400,
    en: 'Expected the format {{format}}.',
    fr: 'Format attendu\u00A0: {{format}}.',
  },
  CONTROL_CHARACTER: {
    status: 400,
    en: 'Control characters are not allowed.',
    fr: 'Les caractères de contrôle ne sont pas autorisés.',
  },
  CHARACTER_UNSTORABLE: {
    status: 400,
    en: 'The text contains a character that cannot be stored (U+0000 or half of a surrogate pair).',
    fr: 'Le texte contient un caractère qui ne peut pas être enregistré (U+0000 ou moitié d’une paire de substitution).',
  },
  KEY_INVALID: {
    status: 400,
    en: 'A key has at most 63 lowercase letters, digits and underscores and starts with a letter.',
    fr: 'Une clé contient au plus 63 lettres minuscules, chiffres et tirets bas, et commence par une lettre.',
  },
  KEY_CHANGED: {
    status: 400,
    en: 'The key never changes: it is “{{key}}”.',
    fr: 'La clé ne change jamais\u00A0: il s’agit de «\u00A0{{key}}\u00A0».',
  },
  TIME_INVALID: {
    status: 400,
    en: 'Enter a time such as 22:30.',
    fr: 'Saisissez une heure, par exemple 22:30.',
  },
  TIME_PAST: { status: 400, en: 'Choose a time in the future.', fr: 'Choisissez un instant à venir.' },
  END_BEFORE_START: {
    status: 400,
    en: 'The end must be after the start.',
    fr: 'La fin doit être postérieure au début.',
  },
  PERIOD_TOO_LONG: {
    status: 400,
    en: 'The period has at most {{days}} days.',
    fr: 'La période compte au plus {{days}} jours.',
  },
  CURSOR_INVALID: {
    status: 400,
    en: 'This is not a cursor of an earlier reply.',
    fr: 'Ce n’est pas un curseur d’une réponse précédente.',
  },
  NUMBER_LIST_INVALID: {
    status: 400,
    en: 'Enter up to 1,000 numbers, separated by commas.',
    fr: 'Saisissez jusqu’à 1 000 nombres, séparés par des virgules.',
  },
  ADDRESS_INVALID: {
    status: 400,
    en: '“{{address}}” is not an IP address.',
    fr: '«\u00A0{{address}}\u00A0» n’est pas une adresse IP.',
  },
  PREFIX_INVALID: {
    status: 400,
    en: 'Enter a prefix such as 10.1.0.0/16.',
    fr: 'Saisissez un préfixe, par exemple 10.1.0.0/16.',
  },
  OBJECT_UNKNOWN: {
    status: 400,
    en: '{{id}} does not exist, or you may not see it.',
    fr: '{{id}} n’existe pas ou ne vous est pas visible.',
  },
  ACCESS_QUERY_INVALID: {
    status: 400,
    en: 'Name exactly one of permission, customer, element and resource.',
    fr: 'Indiquez exactement l’un des paramètres permission, customer, element et resource.',
  },
  EVERY_SITE_REQUIRED: {
    status: 400,
    en: 'This requires access to every site.',
    fr: 'L’accès à tous les sites est nécessaire.',
  },
} as const satisfies Record<string, ProblemDefinition>;

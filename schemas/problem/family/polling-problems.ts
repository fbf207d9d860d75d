import type { ProblemDefinition } from '../definition.ts';

/** Definitions of pollers and KPIs. */
export const pollingProblems = {
  KPI_FORMULA_REQUIRED: {
    status: 400,
    en: 'Enter a formula for at least one source.',
    fr: 'Saisissez une formule pour au moins une source.',
  },
  KPI_FORMULA_REPEATED: {
    status: 400,
    en: 'There is already a formula for {{scope}}.',
    fr: 'Il existe déjà une formule pour {{scope}}.',
  },
  POLLER_COUNTER_REQUIRED: {
    status: 400,
    en: 'Enter the counter of the value.',
    fr: 'Saisissez le compteur de la valeur.',
  },
  POLLER_COUNTERS_TOO_MANY: {
    status: 400,
    en: 'An OID has one value: enter one counter.',
    fr: 'Un OID a une seule valeur\u00A0: saisissez un seul compteur.',
  },
  SCRIPT_UNKNOWN: {
    status: 400,
    en: '“{{name}}” is not a procedure. Available: {{procedures}}.',
    fr: '«\u00A0{{name}}\u00A0» n’est pas une procédure. Disponibles\u00A0: {{procedures}}.',
  },
  SCRIPT_LEVEL: {
    status: 400,
    en: 'procedure({{name}}) aggregates the rows of a table and requires the device level.',
    fr: 'procedure({{name}}) agrège les lignes d’une table et nécessite le niveau équipement.',
  },
  SCRIPT_INCREMENTAL: {
    status: 400,
    en: 'The value of a script is not incremental.',
    fr: 'La valeur d’un script n’est pas incrémentale.',
  },
  INCREMENTAL_TYPE: {
    status: 400,
    en: 'A value of type {{valueType}} cannot be incremental.',
    fr: 'Une valeur de type {{valueType}} ne peut pas être incrémentale.',
  },
  INCREMENTAL_DEFAULT: {
    status: 400,
    en: 'An incremental value has no default.',
    fr: 'Une valeur incrémentale n’a pas de valeur par défaut.',
  },
  COUNTER_RESERVED: {
    status: 400,
    en: '“{{counter}}” is reserved for the poller.',
    fr: '«\u00A0{{counter}}\u00A0» est réservé à la collecte.',
  },
  COUNTER_LEVEL: {
    status: 400,
    en: '“{{counter}}” is a counter of the level {{level}}.',
    fr: '«\u00A0{{counter}}\u00A0» est un compteur du niveau {{level}}.',
  },
  COUNTER_KIND: {
    status: 400,
    en: '“{{counter}}” is a {{counterKind}}, this poller provides a {{ownKind}}.',
    fr: '«\u00A0{{counter}}\u00A0» est de type {{counterKind}}, ce relevé fournit le type {{ownKind}}.',
  },
  COUNTER_STORED: {
    status: 400,
    en: '“{{counter}}” is stored as a {{counterKind}} of the level {{level}}, but this is a {{ownKind}} of the level {{ownLevel}}. Use another key.',
    fr: '«\u00A0{{counter}}\u00A0» est enregistré avec le type {{counterKind}} au niveau {{level}}, mais celui-ci a le type {{ownKind}} au niveau {{ownLevel}}. Utilisez une autre clé.',
  },
} as const satisfies Record<string, ProblemDefinition>;

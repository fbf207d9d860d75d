import type { ProblemDefinition } from '../definition.ts';

/** Faults of a KPI formula: `found` is the text at fault, `column` its column, from 1. */
export const formulaProblems = {
  FORMULA_EMPTY: { status: 400, en: 'The formula is empty.', fr: 'La formule est vide.' },
  FORMULA_TOO_LONG: {
    status: 400,
    en: 'The formula is longer than 2,000 characters.',
    fr: 'La formule dépasse 2 000 caractères.',
  },
  FORMULA_TOO_DEEP: {
    status: 400,
    en: 'The formula is nested more than 40 levels deep at column {{column}}.',
    fr: 'La formule dépasse 40 niveaux d’imbrication à la colonne {{column}}.',
  },
  FORMULA_UNKNOWN_CHARACTER: {
    status: 400,
    en: '“{{found}}” at column {{column}} is not part of the language.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} ne fait pas partie du langage.',
  },
  FORMULA_BAD_NUMBER: {
    status: 400,
    en: '“{{found}}” at column {{column}} is not a number.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} n’est pas un nombre.',
  },
  FORMULA_VALUE_EXPECTED: {
    status: 400,
    en: 'Expected a value at column {{column}} instead of “{{found}}”.',
    fr: 'Valeur attendue à la colonne {{column}} au lieu de «\u00A0{{found}}\u00A0».',
  },
  FORMULA_PARENTHESIS_EXPECTED: {
    status: 400,
    en: 'Expected a closing parenthesis at column {{column}} instead of “{{found}}”.',
    fr: 'Parenthèse fermante attendue à la colonne {{column}} au lieu de «\u00A0{{found}}\u00A0».',
  },
  FORMULA_END_EXPECTED: {
    status: 400,
    en: 'Unexpected “{{found}}” at column {{column}}: the formula is already complete.',
    fr: '«\u00A0{{found}}\u00A0» inattendu à la colonne {{column}}\u00A0: la formule est déjà complète.',
  },
  FORMULA_UNKNOWN_FUNCTION: {
    status: 400,
    en: 'Unknown function “{{found}}” at column {{column}}.',
    fr: 'Fonction inconnue «\u00A0{{found}}\u00A0» à la colonne {{column}}.',
  },
  FORMULA_UNKNOWN_NAME: {
    status: 400,
    en: 'Unknown counter or property “{{found}}” at column {{column}}.',
    fr: 'Compteur ou propriété inconnus «\u00A0{{found}}\u00A0» à la colonne {{column}}.',
  },
  FORMULA_WRONG_NUMBER_OF_ARGUMENTS: {
    status: 400,
    en: '“{{found}}” at column {{column}} does not take this number of arguments.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} n’accepte pas ce nombre d’arguments.',
  },
  FORMULA_COUNTER_EXPECTED: {
    status: 400,
    en: '“{{found}}” at column {{column}} needs the name of one counter.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} attend le nom d’un compteur.',
  },
  FORMULA_NOT_OF_THIS_COUNTER: {
    status: 400,
    en: '“{{found}}” at column {{column}} does not apply to this kind of counter.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} ne s’applique pas à ce type de compteur.',
  },
  FORMULA_FUNCTION_NEEDED: {
    status: 400,
    en: '“{{found}}” at column {{column}} is a monotonic counter: use delta({{found}}) or rate({{found}}).',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} est un compteur croissant\u00A0: utilisez delta({{found}}) ou rate({{found}}).',
  },
  FORMULA_SEVERAL_ELEMENTS: {
    status: 400,
    en: '“{{found}}” at column {{column}} belongs to another kind of element than the preceding counters.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} relève d’un autre type d’élément que les compteurs précédents.',
  },
  FORMULA_OTHER_SCALE: {
    status: 400,
    en: 'The formulas of “{{found}}” and another source must either both be percentages or both be plain ratios.',
    fr: 'Les formules de «\u00A0{{found}}\u00A0» et d’une autre source doivent être toutes des pourcentages ou toutes de simples rapports.',
  },
  FORMULA_OTHER_SOURCE: {
    status: 400,
    en: '“{{found}}” at column {{column}} comes from another source than this formula.',
    fr: '«\u00A0{{found}}\u00A0» à la colonne {{column}} provient d’une autre source que cette formule.',
  },
} as const satisfies Record<string, ProblemDefinition>;

/** A fault in a formula: `at` is its offset, `found` the text at fault. */
export interface FormulaFault {
  readonly reason: FaultReason;
  readonly at: number;
  readonly found: string;
}

export type FaultReason = keyof typeof faultTexts;

/** Texts with the placeholders `{found}` (text at fault) and `{at}` (column, from 1). */
export const faultTexts = {
  empty: { en: 'The formula is empty.', fr: 'La formule est vide.' },
  'too long': {
    en: 'The formula is longer than 2,000 characters.',
    fr: 'La formule dépasse 2 000 caractères.',
  },
  'too deep': {
    en: 'The formula is nested more than 40 levels deep at column {at}.',
    fr: 'La formule dépasse 40 niveaux d’imbrication à la colonne {at}.',
  },
  'unknown character': {
    en: '“{found}” at column {at} is not part of the language.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} ne fait pas partie du langage.',
  },
  'bad number': {
    en: '“{found}” at column {at} is not a number.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} n’est pas un nombre.',
  },
  'value expected': {
    en: 'Expected a value at column {at} instead of “{found}”.',
    fr: 'Valeur attendue à la colonne {at} au lieu de «\u00A0{found}\u00A0».',
  },
  'parenthesis expected': {
    en: 'Expected a closing parenthesis at column {at} instead of “{found}”.',
    fr: 'Parenthèse fermante attendue à la colonne {at} au lieu de «\u00A0{found}\u00A0».',
  },
  'end expected': {
    en: 'Unexpected “{found}” at column {at}: the formula is already complete.',
    fr: '«\u00A0{found}\u00A0» inattendu à la colonne {at}\u00A0: la formule est déjà complète.',
  },
  'unknown function': {
    en: 'Unknown function “{found}” at column {at}.',
    fr: 'Fonction inconnue «\u00A0{found}\u00A0» à la colonne {at}.',
  },
  'unknown name': {
    en: 'Unknown counter or property “{found}” at column {at}.',
    fr: 'Compteur ou propriété inconnus «\u00A0{found}\u00A0» à la colonne {at}.',
  },
  'wrong number of arguments': {
    en: '“{found}” at column {at} does not take this number of arguments.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} n’accepte pas ce nombre d’arguments.',
  },
  'counter expected': {
    en: '“{found}” at column {at} needs the name of one counter.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} attend le nom d’un compteur.',
  },
  'not of this counter': {
    en: '“{found}” at column {at} does not apply to this kind of counter.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} ne s’applique pas à ce type de compteur.',
  },
  'function needed': {
    en: '“{found}” at column {at} is a monotonic counter: use delta({found}) or rate({found}).',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} est un compteur croissant\u00A0: utilisez delta({found}) ou rate({found}).',
  },
  'several elements': {
    en: '“{found}” at column {at} belongs to another kind of element than the preceding counters.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} relève d’un autre type d’élément que les compteurs précédents.',
  },
  'other scale': {
    en: 'The formulas of “{found}” and another source must either both be percentages or both be plain ratios.',
    fr: 'Les formules de «\u00A0{found}\u00A0» et d’une autre source doivent être toutes des pourcentages ou toutes de simples rapports.',
  },
  'other source': {
    en: '“{found}” at column {at} comes from another source than this formula.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} provient d’une autre source que cette formule.',
  },
} as const satisfies Record<string, { en: string; fr: string }>;

/** Returns the message for a user. */
export const faultSentence = ({ reason, at, found }: FormulaFault, language: 'en' | 'fr'): string =>
  faultTexts[reason][language].replaceAll('{found}', found).replaceAll('{at}', String(at + 1));

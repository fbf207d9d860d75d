/** What is wrong with a formula, and where: `at` counts characters from 0, `found` is the text concerned. */
export interface FormulaFault {
  readonly reason: FaultReason;
  readonly at: number;
  readonly found: string;
}

export type FaultReason = keyof typeof faultTexts;

/** `{found}` and `{at}` stand for the text concerned and its column, counted from 1. */
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
    en: 'A value is expected at column {at}, in place of “{found}”.',
    fr: 'Une valeur est attendue à la colonne {at}, à la place de «\u00A0{found}\u00A0».',
  },
  'parenthesis expected': {
    en: 'A closing parenthesis is expected at column {at}, in place of “{found}”.',
    fr: 'Une parenthèse fermante est attendue à la colonne {at}, à la place de «\u00A0{found}\u00A0».',
  },
  'end expected': {
    en: '“{found}” at column {at} follows a formula that is already complete.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} suit une formule déjà complète.',
  },
  'unknown function': {
    en: 'There is no function “{found}” (column {at}).',
    fr: 'La fonction «\u00A0{found}\u00A0» n’existe pas (colonne {at}).',
  },
  'unknown name': {
    en: 'There is no counter or property “{found}” (column {at}).',
    fr: 'Aucun compteur ni aucune propriété ne s’appelle «\u00A0{found}\u00A0» (colonne {at}).',
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
    en: '“{found}” at column {at} does not suit this kind of counter.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} ne convient pas à ce type de compteur.',
  },
  'function needed': {
    en: '“{found}” at column {at} grows without end: use delta({found}) or rate({found}).',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} croît sans fin\u00A0: utilisez delta({found}) ou rate({found}).',
  },
  'several elements': {
    en: '“{found}” at column {at} belongs to another kind of element than the counters before it.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} relève d’un autre type d’élément que les compteurs précédents.',
  },
  'other scale': {
    en: '“{found}” is not a percentage where the formula of another source is one, or the other way round.',
    fr: '«\u00A0{found}\u00A0» n’est pas un pourcentage alors que la formule d’une autre source en est un, ou l’inverse.',
  },
  'other source': {
    en: '“{found}” at column {at} comes from another source than the one of this formula.',
    fr: '«\u00A0{found}\u00A0» à la colonne {at} vient d’une autre source que celle de cette formule.',
  },
} as const satisfies Record<string, { en: string; fr: string }>;

/** The sentence for a user. */
export const faultSentence = ({ reason, at, found }: FormulaFault, language: 'en' | 'fr'): string =>
  faultTexts[reason][language].replaceAll('{found}', found).replaceAll('{at}', String(at + 1));

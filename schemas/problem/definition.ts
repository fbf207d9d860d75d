/** A text with `{{name}}` placeholders. */
export interface Text {
  readonly en: string;
  readonly fr: string;
}

export interface ProblemDefinition extends Text {
  /** HTTP status; also set for problems that only the console reports. */
  readonly status: number;
}

export type TextLanguage = keyof Text;
export type TextParameters = Readonly<Record<string, string | number>>;

/** Line and column numbers as in a text editor. */
const places: ReadonlySet<string> = new Set(['line', 'column', 'position']);
const DIGITS = 20;

/** Parameters whose values are words of the contract, translated: the level of a counter, its kind, the type of a value. */
const translated: ReadonlySet<string> = new Set(['level', 'ownLevel', 'counterKind', 'ownKind', 'valueType']);
const words: Readonly<Record<string, string>> = {
  device: 'équipement',
  class: 'classe',
  probe: 'sonde',
  sensor: 'capteur',
  peer: 'voisin BGP',
  collector: 'collecteur',
  gauge: 'jauge',
  counter32: 'compteur 32 bits',
  counter64: 'compteur 64 bits',
  state: 'état',
  setting: 'réglage',
  text: 'texte',
};

/** Formats a number with grouped digits: 31,104,000 or 31 104 000. */
function shown(name: string, value: string | number, language: TextLanguage): string {
  if (language === 'fr' && translated.has(name)) return words[value] ?? String(value);
  if (typeof value === 'string' || places.has(name)) return String(value);
  return value.toLocaleString(language, { maximumFractionDigits: DIGITS });
}

/** Stands for a value that is not known. */
const UNKNOWN = '…';

/** Fills the placeholders of a text. A missing value reads as such, and never as a placeholder. */
export const fillText = (text: string, params: TextParameters, language: TextLanguage): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shown(name, params[name] ?? UNKNOWN, language));

/** Names of the values that a text states. */
export const placeholdersOf = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');

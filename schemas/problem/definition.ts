/** `{{name}}` in a text stands for a parameter. */
export interface Text {
  readonly en: string;
  readonly fr: string;
}

export interface ProblemDefinition extends Text {
  /** HTTP status of an answer whose cause this is; also given to problems that only the console finds. */
  readonly status: number;
}

export type TextLanguage = keyof Text;
export type TextParameters = Readonly<Record<string, string | number>>;

/** Numbers of places, as an editor of text or a file shows them. */
const places: ReadonlySet<string> = new Set(['line', 'column', 'position']);
const DIGITS = 20;

/** A number with its digits grouped, as the language does: 31,104,000 or 31 104 000. */
function shown(name: string, value: string | number, language: TextLanguage): string {
  if (typeof value === 'string' || places.has(name)) return String(value);
  return value.toLocaleString(language, { maximumFractionDigits: DIGITS });
}

/** The text with its parameters put in; one that is not given stays visible as `{{name}}`. */
export const fillText = (text: string, params: TextParameters, language: TextLanguage): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => shown(name, params[name] ?? whole, language));

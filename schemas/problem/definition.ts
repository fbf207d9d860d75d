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

/** Formats a number with grouped digits: 31,104,000 or 31 104 000. */
function shown(name: string, value: string | number, language: TextLanguage): string {
  if (typeof value === 'string' || places.has(name)) return String(value);
  return value.toLocaleString(language, { maximumFractionDigits: DIGITS });
}

/** Fills the placeholders of a text; a missing parameter stays visible as `{{name}}`. */
export const fillText = (text: string, params: TextParameters, language: TextLanguage): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => shown(name, params[name] ?? whole, language));

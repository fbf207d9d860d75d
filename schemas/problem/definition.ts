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

/** The text with its parameters put in; one that is not given stays visible as `{{name}}`. */
export const fill = (text: string, params: TextParameters): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));

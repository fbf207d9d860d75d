import type { ProblemCode } from './catalogue.ts';
import type { TextLanguage, TextParameters } from './definition.ts';
import { type InputFault, problemText } from './problem.ts';

/** A fault of one input, without a language. `line` and `column` among its parameters locate it inside a text. */
export interface Fault {
  /** Dotted path in the body or query: `recipients.0.email`. Empty for the whole. */
  readonly path: string;
  readonly code: ProblemCode;
  readonly params?: TextParameters | undefined;
}

const positions = {
  en: (line: string, column: string) => `Line ${line}, column ${column}: `,
  fr: (line: string, column: string) => `Ligne ${line}, colonne ${column}\u00A0: `,
} as const;

/** Returns the fault with its message in a language. */
export function inputFaultOf({ path, code, params }: Fault, language: TextLanguage): InputFault {
  const { line, column } = params ?? {};
  const sentence = problemText(code, language, params);
  const isPlaced = line !== undefined && column !== undefined;
  return {
    path,
    code,
    message: isPlaced ? `${positions[language](String(line), String(column))}${sentence}` : sentence,
    ...(params === undefined ? {} : { params: { ...params } }),
  };
}

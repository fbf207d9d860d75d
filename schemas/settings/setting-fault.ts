import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextParameters } from '../problem/definition.ts';

/** A fault of a setting, found by form and server alike. */
export interface SettingFault {
  /** Dotted path in the body: `payload.template`, `headers.2.name`. */
  readonly path: string;
  readonly code: ProblemCode;
  /** `line` and `column` from 1, if the fault is within a text. */
  readonly params: TextParameters;
}

/** Converts an offset to line and column, from 1. */
export function lineAndColumnAt(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

import type { ProblemCode } from '../problem/catalogue.ts';
import type { TextParameters } from '../problem/definition.ts';

/** Why a setting cannot be saved, and where. Found by the form and by the server alike. */
export interface SettingFault {
  /** Dotted, as in the body: `payload.template`, `headers.2.name`. */
  readonly path: string;
  readonly code: ProblemCode;
  /** `line` and `column`, counted from 1, where the fault has a place in a text. */
  readonly params: TextParameters;
}

/** The place of an offset in a text, as people count: from 1. */
export function placeIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

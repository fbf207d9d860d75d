import type { FormulaFault } from './fault.ts';

export type FormulaToken =
  | { readonly is: 'number'; readonly at: number; readonly text: string; readonly value: number }
  | { readonly is: 'name' | 'sign' | 'end'; readonly at: number; readonly text: string };

const SPACE = /\s+/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SIGN = /<=|>=|!=|[-+*/()<>=,]/y;

const matched = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
};

function tokenAt(text: string, at: number): FormulaToken | FormulaFault {
  const digits = matched(NUMBER, text, at);
  if (digits !== undefined) {
    const value = Number(digits);
    const remaining = matched(NAME, text, at + digits.length);
    return remaining === undefined && Number.isFinite(value)
      ? { is: 'number', at, text: digits, value }
      : { reason: 'bad number', at, found: digits + (remaining ?? '') };
  }
  const name = matched(NAME, text, at);
  if (name !== undefined) return { is: 'name', at, text: name };
  const sign = matched(SIGN, text, at);
  return sign === undefined
    ? { reason: 'unknown character', at, found: String.fromCodePoint(text.codePointAt(at) ?? 0) }
    : { is: 'sign', at, text: sign };
}

/** Splits a formula into tokens; the last one is always `end`. */
export function tokenize(text: string): readonly FormulaToken[] | FormulaFault {
  const tokens: FormulaToken[] = [];
  let at = 0;
  for (;;) {
    at += matched(SPACE, text, at)?.length ?? 0;
    if (at === text.length) return [...tokens, { is: 'end', at, text: '' }];
    const token = tokenAt(text, at);
    if ('reason' in token) return token;
    tokens.push(token);
    at += token.text.length;
  }
}

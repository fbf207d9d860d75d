/** A part of a filter: `to` is the offset behind it. */
export interface FilterToken {
  /** `open`: a text in quotes that has no end. */
  readonly is: 'word' | 'text' | 'sign' | 'end' | 'open';
  readonly at: number;
  readonly to: number;
  /** Without quotes and escapes. */
  readonly text: string;
}

const SPACE = /\s+/y;
const SIGN = /<=|>=|!=|!~|[<>=~(),]/y;
/** Whatever has no meaning of its own: addresses, numbers, names in any script. */
const WORD = /[^\s<>=~!(),"]+|!/y;
const TEXT = /"((?:[^"\\]|\\.)*)"/sy;

const matched = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const unescaped = (text: string): string => text.replaceAll(/\\(.)/gs, '$1');

function tokenAt(text: string, at: number): FilterToken {
  const sign = matched(SIGN, text, at)?.[0];
  if (sign !== undefined) return { is: 'sign', at, to: at + sign.length, text: sign };
  if (text[at] === '"') {
    const quoted = matched(TEXT, text, at);
    if (quoted === null) return { is: 'open', at, to: text.length, text: unescaped(text.slice(at + 1)) };
    return { is: 'text', at, to: at + quoted[0].length, text: unescaped(quoted[1] ?? '') };
  }
  const word = matched(WORD, text, at)?.[0] ?? text.charAt(at);
  return { is: 'word', at, to: at + word.length, text: word };
}

/** The tokens of a filter; the last one is `end`. Never fails: what is wrong is found by the parser. */
export function filterTokens(text: string): readonly FilterToken[] {
  const tokens: FilterToken[] = [];
  let at = 0;
  for (;;) {
    at += matched(SPACE, text, at)?.[0].length ?? 0;
    if (at >= text.length) return [...tokens, { is: 'end', at, to: at, text: '' }];
    const token = tokenAt(text, at);
    tokens.push(token);
    at = token.to;
  }
}

const PLAIN = /^[^\s<>=~!(),"]+$/;
const KEYWORDS: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in']);

/** A value as a filter writes it: in quotes where it would be read as something else. */
export const quoted = (text: string): string =>
  PLAIN.test(text) && !KEYWORDS.has(text.toLowerCase())
    ? text
    : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

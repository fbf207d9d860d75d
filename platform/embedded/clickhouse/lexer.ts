/** A token of SQL with its offset. Blanks and comments are not tokens. */
export interface Token {
  readonly kind: 'word' | 'quoted' | 'text' | 'sign';
  /** The token as written; words in upper case. */
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

const TOKEN =
  /\s+|--[^\n]*|#[! ][^\n]*|\/\*[\s\S]*?\*\/|([A-Za-z_][A-Za-z0-9_]*)|(`(?:\\.|[^`\\])*`|"(?:\\.|[^"\\])*")|('(?:\\.|''|[^'\\])*'|\d[\w.]*)|([\s\S])/gy;

/** Yields the tokens from `start` on; text after the last requested token is not read. */
export function* tokensOf(sql: string, start = 0): Generator<Token> {
  const pattern = new RegExp(TOKEN);
  pattern.lastIndex = start;
  for (let match = pattern.exec(sql); match !== null && match[0] !== ''; match = pattern.exec(sql)) {
    const [piece, word, quoted, text, sign] = match;
    const place = { from: match.index, to: match.index + piece.length };
    if (word !== undefined) yield { kind: 'word', value: word.toUpperCase(), ...place };
    else if (quoted !== undefined) yield { kind: 'quoted', value: quoted, ...place };
    else if (text !== undefined) yield { kind: 'text', value: text, ...place };
    else if (sign !== undefined) yield { kind: 'sign', value: sign, ...place };
  }
}

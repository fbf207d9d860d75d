import { tokensOf, type Token } from './lexer.ts';

/** Kind of a statement, determined from its text alone. */
export type Statement =
  /** Has a result that may be large and is streamed. */
  | {
      readonly is: 'rows';
      readonly format: string | undefined;
      /** The statement before its FORMAT clause, and what follows the clause. */
      readonly head: string;
      readonly tail: string;
    }
  /** Reads rows from the body of the request. `data`: offset of inline data in the text, if any. */
  | {
      readonly is: 'insert';
      readonly format: string;
      /** `INSERT INTO t (a, b)`, then the position of INFILE, then `SETTINGS …`. */
      readonly target: string;
      readonly settings: string;
      readonly dataFrom: number;
    }
  | { readonly is: 'command'; readonly format: string | undefined };

const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.value);
const depthOf = ({ kind, value }: Token): number => {
  if (kind !== 'sign') return 0;
  if (value === '(' || value === '[' || value === '{') return 1;
  return value === ')' || value === ']' || value === '}' ? -1 : 0;
};

/** Reads an INSERT … FORMAT or VALUES; undefined for an INSERT … SELECT, which is a command. */
function readInsert(sql: string): Statement | undefined {
  let depth = 0;
  let settingsFrom: number | undefined;
  let format: Token | undefined;
  for (const token of tokensOf(sql)) {
    depth += depthOf(token);
    if (depth > 0) continue;
    if (format !== undefined)
      return insertOf(sql, {
        from: format.from,
        to: token.to,
        settingsFrom,
        format: sql.slice(token.from, token.to),
      });
    if (isWord(token, 'SELECT', 'WITH', 'INFILE', 'WATCH')) return undefined;
    if (isWord(token, 'SETTINGS')) settingsFrom ??= token.from;
    if (isWord(token, 'VALUES'))
      return insertOf(sql, { from: token.from, to: token.to, settingsFrom, format: 'Values' });
    if (isWord(token, 'FORMAT')) format = token;
  }
  return undefined;
}

interface InsertParts {
  readonly from: number;
  readonly to: number;
  readonly settingsFrom: number | undefined;
  readonly format: string;
}

function insertOf(sql: string, { from, to, settingsFrom, format }: InsertParts): Statement {
  const target = sql.slice(0, settingsFrom ?? from);
  const settings = settingsFrom === undefined ? '' : sql.slice(settingsFrom, from);
  return { is: 'insert', target, settings, format, dataFrom: to };
}

interface Clauses {
  readonly format: string | undefined;
  readonly formatFrom: number;
  readonly intoOutfile: boolean;
}

/** Returns the tokens outside all brackets. */
function outerTokens(sql: string): readonly Token[] {
  let depth = 0;
  return [...tokensOf(sql)].filter((token) => {
    depth += depthOf(token);
    return depth === 0 && depthOf(token) === 0;
  });
}

/** Finds the FORMAT clause outside all brackets, or its position: the end, before a closing semicolon. */
function readClauses(sql: string): Clauses {
  const tokens = outerTokens(sql);
  const at = tokens.findLastIndex(
    (token, index) => isWord(token, 'FORMAT') && tokens[index + 1]?.kind === 'word',
  );
  const last = tokens.at(-1);
  const end = last?.value === ';' ? last.from : sql.length;
  const name = at === -1 ? undefined : tokens[at + 1];
  return {
    format: name === undefined ? undefined : sql.slice(name.from, name.to),
    formatFrom: tokens[at]?.from ?? end,
    intoOutfile: tokens.some((token) => isWord(token, 'OUTFILE')),
  };
}

const withoutSemicolon = (sql: string): string => sql.replace(/;\s*$/, '');

/** Classifies a statement. */
export function readStatement(sql: string): Statement {
  const [first] = tokensOf(sql);
  if (isWord(first, 'INSERT')) return readInsert(sql) ?? { is: 'command', format: undefined };
  const { format, formatFrom, intoOutfile } = readClauses(sql);
  const returnsRows = isWord(first, 'SELECT', 'WITH', 'FROM') || first?.value === '(';
  if (!returnsRows || intoOutfile) return { is: 'command', format };
  return {
    is: 'rows',
    format,
    head: sql.slice(0, formatFrom),
    tail: withoutSemicolon(sql.slice(formatFrom)),
  };
}

import { ClickHouseFailure } from './failure.ts';
import { tokensOf, type Token } from './lexer.ts';

/**
 * What reaches files or addresses without a right of ClickHouse's: clauses that its command-line client carries out, and
 * functions that it does not grant. The engine itself writes INFILE and OUTFILE behind this check, with paths of its own.
 */
const OUTSIDE = new Set(['INFILE', 'OUTFILE', 'FILE', 'CATBOOSTEVALUATE', 'REVERSEDNSQUERY']);

/** Table functions that compute, or read tables with the rights on those. `format` is none: rows of a text may be expressions. */
const HARMLESS = new Set(
  [
    'generateRandom',
    'generateSeries',
    'generate_series',
    'input',
    'merge',
    'mergeTreeIndex',
    'null',
    'numbers',
    'numbers_mt',
    'primes',
    'values',
    'view',
    'viewIfPermitted',
    'zeros',
    'zeros_mt',
  ].map((name) => name.toUpperCase()),
);

const outside = (what: string): ClickHouseFailure =>
  new ClickHouseFailure(
    497,
    `${what} reaches beyond the database and is not available here. (ACCESS_DENIED)`,
  );
const unreadable = (what: string): ClickHouseFailure =>
  new ClickHouseFailure(62, `Syntax error: ${what} is not supported here. (SYNTAX_ERROR)`);

const isAscii = (value: string): boolean => value.charCodeAt(0) < 0x80;

const isPrefixed = (token: Token, next: Token | undefined): boolean =>
  next?.kind === 'text' && next.from === token.to && next.value.startsWith("'");

/** Returns what our lexer may read otherwise than ClickHouse's: text that one of them takes for a string could hide a function. */
function ambiguityOf(token: Token, next: Token | undefined): string | undefined {
  const { kind, value } = token;
  switch (kind) {
    case 'sign':
      if (value === '$') return 'a heredoc';
      return isAscii(value) ? undefined : `the sign ${value}`;
    case 'quoted':
      return value.includes('\\') ? 'an escape in a name' : undefined;
    case 'word':
      return isPrefixed(token, next) ? `a string that begins with ${value}` : undefined;
    case 'text':
      return undefined;
  }
}

const nameOf = ({ kind, value }: Token): string | undefined => {
  if (kind === 'word') return value;
  return kind === 'quoted' ? value.slice(1, -1).toUpperCase() : undefined;
};

/** `ATTACH TABLE … FROM 'path'` takes over a directory. */
const attachesPath = (tokens: readonly Token[]): boolean =>
  tokens[0]?.value === 'ATTACH' && tokens.some(({ kind, value }) => kind === 'word' && value === 'FROM');

/** Throws a ClickHouseFailure for a statement that reaches files, addresses or processes, or for more than one statement. */
export type Containment = (sql: string) => void;

/** `tableFunctions`: all of the engine. A new one is rejected until it is known to be harmless. */
export function containment(tableFunctions: readonly string[]): Containment {
  const rejected = new Set(
    tableFunctions.map((name) => name.toUpperCase()).filter((name) => !HARMLESS.has(name)),
  );
  const isOutside = (name: string, next: Token | undefined): boolean =>
    OUTSIDE.has(name) || (rejected.has(name) && next?.value === '(');
  return (sql) => {
    const tokens = [...tokensOf(sql)];
    if (attachesPath(tokens)) throw outside('ATTACH … FROM');
    for (const [at, token] of tokens.entries()) {
      const next = tokens[at + 1];
      const ambiguity = ambiguityOf(token, next);
      if (ambiguity !== undefined) throw unreadable(ambiguity);
      if (token.value === ';' && token.kind === 'sign' && next !== undefined)
        throw unreadable('more than one statement');
      const name = nameOf(token);
      if (name !== undefined && isOutside(name, next)) throw outside(token.value);
    }
  };
}

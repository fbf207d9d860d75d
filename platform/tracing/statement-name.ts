/** The first word of a statement. */
const OPERATION = /^[\s(]*([a-z]+)/i;
/** The first relation that it reads or writes. */
const RELATION = /\b(?:from|into|update|table|join)\s+(?:only\s+)?["`]?([a-z_][a-z0-9_.]*)["`]?/i;
const MAX_LENGTH = 60;

/** A literal may quote what a customer typed. */
const withoutLiterals = (sql: string): string => sql.replaceAll(/'(?:[^'\\]|''|\\.)*'/g, "''");

/** What a statement does to which relation: `SELECT account`. Neither its text nor its values leave the process. */
export function statementName(sql: string): string {
  const operation = OPERATION.exec(sql)?.[1]?.toUpperCase() ?? 'STATEMENT';
  const relation = RELATION.exec(withoutLiterals(sql))?.[1];
  return (relation === undefined ? operation : `${operation} ${relation}`).slice(0, MAX_LENGTH);
}

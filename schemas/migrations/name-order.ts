/**
 * The collation of names: accents and capitals count last, and numbers by value. The locale is written in ICU's old form: the embedded
 * PostgreSQL ignores the keywords of `und-u-kn`.
 */
export const nameOrder: readonly string[] = [
  `CREATE COLLATION by_name (provider = icu, locale = '@colNumeric=yes')`,
];

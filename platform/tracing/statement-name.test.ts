import { expect, it } from 'vitest';
import { statementName } from './statement-name.ts';

it.each([
  ['select "id" from "account" where "name" = $1', 'SELECT account'],
  ['insert into "audit_entry" ("at") values ($1)', 'INSERT audit_entry'],
  ['update "session" set "seen" = $1', 'UPDATE session'],
  ['WITH x AS (SELECT 1 FROM measures) SELECT * FROM x', 'WITH measures'],
  ['  (SELECT count() FROM flows_5m)', 'SELECT flows_5m'],
  ['INSERT INTO flows (a) FORMAT RowBinary', 'INSERT flows'],
  ['begin', 'BEGIN'],
  ['', 'STATEMENT'],
  ["SELECT 'from secrets' AS word, 'it''s from x' FROM customer", 'SELECT customer'],
  [`SELECT 1 FROM ${'a'.repeat(100)}`, `SELECT ${'a'.repeat(53)}`],
])('names what %j does, and quotes none of its values', (sql, name) => {
  expect(statementName(sql)).toBe(name);
});

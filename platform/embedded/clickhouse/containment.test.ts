import { describe, expect, it } from 'vitest';
import { clickhouseEscapes } from '#tests/attacks/store-escapes.ts';
import { containment } from './containment.ts';

const assertContained = containment(['url', 'filesystem', 'numbers', 'format', 'unheardOf']);

/** Statements that only the rights of the engine's user reject; see `server-configuration.ts`. */
const byRights =
  /^(SELECT \* FROM (s3|remote|postgresql|mysql|executable)|CREATE|BACKUP|RESTORE|SYSTEM)|format_template|_filter/;

describe('a statement for the embedded ClickHouse', () => {
  it.for(clickhouseEscapes.filter((sql) => !byRights.test(sql)))('does not reach beyond it: %s', (sql) => {
    expect(() => {
      assertContained(sql);
    }).toThrow(/reaches beyond the database|is not supported here/);
  });

  it.for([
    "SELECT * FROM FILE('/etc/hostname')",
    "SELECT /* a comment */ file /* and another */ ('/etc/hostname')",
    "SELECT 1 -- 'a comment\n, file('/etc/hostname'), 'b'",
    'SELECT "file"(\'/etc/hostname\')',
    "SELECT x'\\', file('/etc/hostname'), '",
    "SELECT ‘ ' ’, file('/etc/hostname'), ‘ ' ’",
    "INSERT INTO t Values (file('/etc/hostname'))",
    "SELECT 1 into\noutfile '/tmp/x'",
    'SELECT 1; SELECT 2',
    "attach table t from '/tmp'",
    "SELECT * FROM filesystem('/etc')",
    "SELECT * FROM format(Values, 'a String', '(file(''/etc/hostname''))')",
    'SELECT * FROM unheardOf(1)',
  ])('does not hide what reaches outside it: %s', (sql) => {
    expect(() => {
      assertContained(sql);
    }).toThrow(/reaches beyond the database|is not supported here/);
  });

  it.for([
    "SELECT 'file(''/etc/hostname'')' AS text",
    "SELECT '$' , 'ä', '\\'file(' FROM flows",
    'SELECT profile, files FROM t',
    'SELECT 1;',
    'SELECT url, unheardOf FROM numbers(2) FORMAT CSV',
    'SELECT {name:String}, `a b`, "c" FROM t -- file',
    "SELECT DATE '2026-01-01', [1, 2][1], {'a': 1}['a']",
    'ATTACH DATABASE other',
    'ALTER TABLE t ATTACH PARTITION 1 FROM other',
    "SELECT arrayMap(x -> x || '/* no comment', ['a'])",
  ])('may be any other: %s', (sql) => {
    expect(() => {
      assertContained(sql);
    }).not.toThrow();
  });
});

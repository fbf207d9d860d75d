import { describe, expect, it } from 'vitest';
import { readStatement } from './statement.ts';

describe('a statement', () => {
  it.for([
    ['SELECT 1', undefined],
    ['SELECT 1 FORMAT JSON', 'JSON'],
    ['select 1 format TSV settings max_threads = 1;', 'TSV'],
    ['/* FORMAT CSV */ WITH 1 AS a SELECT a -- FORMAT TSV', undefined],
    ['SELECT \' FORMAT CSV\', `FORMAT`, "FORMAT" FROM t FORMAT Native', 'Native'],
    ['(SELECT 1) UNION ALL (SELECT 2 FORMAT x)', undefined],
    ["SELECT 'it''s \\' FORMAT CSV'", undefined],
  ] as const)('%s returns rows', ([sql, format]) => {
    const statement = readStatement(sql);
    expect(statement).toMatchObject({ is: 'rows', format });
    if (statement.is === 'rows') expect(statement.head.includes(';')).toBe(false);
  });

  it.for([
    'CREATE TABLE t (a UInt8)',
    'INSERT INTO t SELECT 1 FORMAT Null',
    'SHOW TABLES',
    "SELECT 1 INTO OUTFILE 'x'",
    '',
  ])('%s is run unchanged', (sql) => {
    expect(readStatement(sql).is).toBe('command');
  });

  it.for([
    ['INSERT INTO t FORMAT CSV\n1,2', 'INSERT INTO t ', '', 'CSV', '\n1,2'],
    [
      'INSERT INTO db.`t (x)` (a, b) VALUES (1, 2)',
      'INSERT INTO db.`t (x)` (a, b) ',
      '',
      'Values',
      ' (1, 2)',
    ],
    [
      'INSERT INTO t SETTINGS async_insert = 0, x = 1 FORMAT RowBinary',
      'INSERT INTO t ',
      'SETTINGS async_insert = 0, x = 1 ',
      'RowBinary',
      '',
    ],
    [
      "insert into function file('a.csv', CSV) values (1)",
      "insert into function file('a.csv', CSV) ",
      '',
      'Values',
      ' (1)',
    ],
  ] as const)('%s inserts rows', ([sql, target, settings, format, data]) => {
    const statement = readStatement(sql);
    expect(statement).toMatchObject({ is: 'insert', target, settings, format });
    if (statement.is === 'insert') expect(sql.slice(statement.dataFrom)).toBe(data);
  });

  it('is tokenised only as far as needed: data after an INSERT is not SQL', () => {
    const sql = `INSERT INTO t FORMAT CSV\n${"'unbalanced ( [ { `".repeat(10)}`;
    expect(readStatement(sql)).toMatchObject({ is: 'insert', format: 'CSV' });
  });
});

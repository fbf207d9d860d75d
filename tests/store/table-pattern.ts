/**
 * The ClickHouse tables as the migrations created them for the first file of a run. Other files create theirs from this
 * pattern, in a third of the time and concurrently, with the migrations recorded. Tests of the migrations run the migrations.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemIds } from '#platform/id/id.ts';

interface Pattern {
  readonly database: string;
  readonly tables: readonly string[];
  readonly views: readonly string[];
  readonly migrations: readonly { readonly name: string; readonly checksum: string }[];
}

const fileIn = (folder: string): string => join(folder, 'tables.json');

/** Saves the tables of a database as the pattern of the run; of two concurrent patterns either is valid. */
export async function savePattern(clickhouse: ClickHouse, folder: string): Promise<void> {
  if (existsSync(fileIn(folder))) return;
  const found = await clickhouse.query<{ database: string; sql: string; isView: number }>(
    `SELECT database, create_table_query AS sql, engine = 'MaterializedView' AS isView
     FROM system.tables WHERE database = currentDatabase()`,
  );
  const sqlOf = (expected: number): string[] =>
    found.filter(({ isView }) => isView === expected).map(({ sql }) => sql);
  const pattern: Pattern = {
    database: found[0]?.database ?? '',
    tables: sqlOf(0),
    views: sqlOf(1),
    migrations: await clickhouse.query('SELECT name, checksum FROM migration'),
  };
  const written = `${fileIn(folder)}.${systemIds.uuid()}`;
  writeFileSync(written, JSON.stringify(pattern));
  renameSync(written, fileIn(folder));
}

/** Creates the tables of the pattern in an empty database; does nothing while the run has no pattern. */
export async function createFromPattern(clickhouse: ClickHouse, name: string, folder: string): Promise<void> {
  if (!existsSync(fileIn(folder))) return;
  const { database, tables, views, migrations } = JSON.parse(readFileSync(fileIn(folder), 'utf8')) as Pattern;
  const make = (list: readonly string[]): Promise<unknown> =>
    Promise.all(list.map((sql) => clickhouse.command(sql.replaceAll(`${database}.`, `${name}.`))));
  await make(tables);
  await make(views);
  const rows = migrations.map((one) => `('${one.name}', '${one.checksum}')`);
  await clickhouse.command(`INSERT INTO migration (name, checksum) VALUES ${rows.join(', ')}`);
}

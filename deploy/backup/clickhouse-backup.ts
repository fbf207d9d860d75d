import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { backupDiskOf } from '#platform/embedded/clickhouse/server-configuration.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemIds } from '#platform/id/id.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { BackupError } from './backup-error.ts';
import type { Definition, Manifest, TableSum } from './manifest.ts';

/** Tables as they were at the moment of the backup: their parts are hard links, which cost no space until merges replace them. */
export const SNAPSHOT = 'backup_snapshot';
/** The tables of a backup, read from its files. */
const READING = 'backup_reading';
const POLL_MS = 50;

const isMergeTree = ({ engine }: Definition): boolean => engine.endsWith('MergeTree');
const isView = ({ engine }: Definition): boolean => engine.endsWith('View');

const definitionsOf = (clickhouse: ClickHouse): Promise<readonly Definition[]> =>
  clickhouse.query<Definition>(
    'SELECT name, engine, create_table_query AS create FROM system.tables WHERE database = currentDatabase() AND NOT is_temporary ORDER BY name',
  );

/** Throws a BackupError while the engine still writes the backup of a command that was killed. */
export async function checkNoneRuns(clickhouse: ClickHouse): Promise<void> {
  const running = await clickhouse.query(
    "SELECT id FROM system.backups WHERE status IN ('CREATING_BACKUP', 'RESTORING')",
  );
  if (running.length > 0)
    throw new BackupError('ClickHouse still writes a backup that was interrupted: try again in a minute');
}

/** Removes what an interrupted backup left. */
export async function dropSnapshot(clickhouse: ClickHouse): Promise<void> {
  await clickhouse.command(`DROP DATABASE IF EXISTS ${READING} SYNC`);
  await clickhouse.command(`DROP DATABASE IF EXISTS ${SNAPSHOT} SYNC`);
}

/** Fixes the tables as they are now. Returns their definitions and those of the views. */
export async function takeSnapshot(clickhouse: ClickHouse): Promise<readonly Definition[]> {
  const definitions = await definitionsOf(clickhouse);
  await clickhouse.command(`CREATE DATABASE ${SNAPSHOT}`);
  for (const definition of definitions.filter((one) => !isView(one))) {
    const { name } = definition;
    await clickhouse.command(
      isMergeTree(definition)
        ? `CREATE TABLE ${SNAPSHOT}.${name} CLONE AS ${name}`
        : `CREATE TABLE ${SNAPSHOT}.${name} ENGINE = MergeTree ORDER BY tuple() AS SELECT * FROM ${name}`,
    );
    // Merges would change the number of rows, and copy what is deleted afterwards.
    await clickhouse.command(`SYSTEM STOP MERGES ${SNAPSHOT}.${name}`);
  }
  return definitions;
}

/** Rows and sums of tables of a database. */
async function sumsOf(
  clickhouse: ClickHouse,
  database: string,
  tables: readonly Definition[],
): Promise<readonly TableSum[]> {
  const sums: TableSum[] = [];
  for (const { name } of tables) {
    const [found] = await clickhouse.query<{ rows: string; sum: string }>(
      `SELECT toString(count()) AS rows, toString(sum(cityHash64(*))) AS sum FROM ${database}.${name}`,
    );
    sums.push({ name, rows: found?.rows ?? '', sum: found?.sum ?? '' });
  }
  return sums;
}

/** Throws a BackupError that names the tables whose sums differ. */
export function compareSums(expected: readonly TableSum[], found: readonly TableSum[], what: string): void {
  const known = new Map(found.map((one) => [one.name, one]));
  const wrong = expected.filter(({ name, rows, sum }) => {
    const other = known.get(name);
    return other?.rows !== rows || other.sum !== sum;
  });
  if (wrong.length === 0) return;
  const text = wrong.map(
    ({ name, rows }) => `${name} (${known.get(name)?.rows ?? 'no'} rows instead of ${rows})`,
  );
  throw new BackupError(`${what}: the sums of these tables differ: ${text.join(', ')}`);
}

const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** The engine reads and writes one folder; this makes a folder elsewhere part of it. */
export function linkBackupFolder(
  data: string,
  folder: string,
): { readonly disk: string; readonly unlink: () => void } {
  const directory = backupDiskOf(join(data, 'embedded', 'clickhouse-server'));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // Those of killed commands. Each has a name of its own: what still writes to one must not write into this folder.
  for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true, force: true });
  const name = systemIds.uuid();
  const link = join(directory, name);
  symlinkSync(folder, link);
  return {
    disk: `Disk('backups', ${literal(`${name}/clickhouse`)})`,
    unlink: () => rmSync(link, { force: true }),
  };
}

const DONE: ReadonlySet<string> = new Set(['BACKUP_CREATED', 'RESTORED']);
/** The engine was restarted: it remembers its own operations only. */
const LOST = { status: 'FAILED', error: 'it was restarted during the backup' };

/** Runs BACKUP or RESTORE to its end, however long it takes. */
async function runOperation(clickhouse: ClickHouse, statement: string): Promise<void> {
  const [started] = await clickhouse.query<{ id: string }>(`${statement} ASYNC`);
  for (;;) {
    const [state = LOST] = await clickhouse.query<typeof LOST>(
      'SELECT toString(status) AS status, error FROM system.backups WHERE id = {id:String}',
      { id: started?.id ?? '' },
    );
    if (DONE.has(state.status)) return;
    if (/FAILED|CANCELLED/.test(state.status)) throw new Error(`ClickHouse: ${state.error}`);
    await systemClock.wait(POLL_MS);
  }
}

/** Writes the snapshot into the backup, reads it from there and compares. Returns the sums of its tables. */
export async function backUpSnapshot(
  clickhouse: ClickHouse,
  disk: string,
  definitions: readonly Definition[],
): Promise<readonly TableSum[]> {
  const tables = definitions.filter((one) => !isView(one));
  await runOperation(clickhouse, `BACKUP DATABASE ${SNAPSHOT} TO ${disk}`);
  const expected = await sumsOf(clickhouse, SNAPSHOT, tables);
  await clickhouse.command(`CREATE DATABASE ${READING} ENGINE = Backup('${SNAPSHOT}', ${disk})`);
  compareSums(expected, await sumsOf(clickhouse, READING, tables), 'the backup of ClickHouse');
  await clickhouse.command(`DROP DATABASE ${READING} SYNC`);
  return expected;
}

/** Restores tables and views into an empty store and compares. */
export async function restoreColumns(
  clickhouse: ClickHouse,
  disk: string,
  { definitions, tables }: Manifest['clickhouse'],
): Promise<void> {
  const stored = definitions.filter(isMergeTree);
  const others = definitions.filter((one) => !isMergeTree(one) && !isView(one));
  for (const { name, create } of stored) {
    await clickhouse.command(create);
    // The sums are those before any merge.
    await clickhouse.command(`SYSTEM STOP MERGES ${name}`);
    await runOperation(clickhouse, `RESTORE TABLE ${SNAPSHOT}.${name} AS default.${name} FROM ${disk}`);
  }
  if (others.length > 0)
    await clickhouse.command(`CREATE DATABASE ${READING} ENGINE = Backup('${SNAPSHOT}', ${disk})`);
  for (const { name, create } of others) {
    await clickhouse.command(create);
    await clickhouse.command(`INSERT INTO ${name} SELECT * FROM ${READING}.${name}`);
  }
  await clickhouse.command(`DROP DATABASE IF EXISTS ${READING} SYNC`);
  compareSums(
    tables,
    await sumsOf(clickhouse, 'default', [...stored, ...others]),
    'what ClickHouse has restored',
  );
  for (const { create } of definitions.filter(isView)) await clickhouse.command(create);
}

/** Bytes of the tables on the disk. */
export async function columnBytes(clickhouse: ClickHouse): Promise<number> {
  const [found] = await clickhouse.query<{ bytes: number }>(
    'SELECT sum(bytes_on_disk) AS bytes FROM system.parts WHERE active AND database = currentDatabase()',
  );
  return found?.bytes ?? 0;
}

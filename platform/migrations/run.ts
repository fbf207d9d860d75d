import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Migration } from '#schemas/table/migrations.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';

/** A migration that is in the store differs from the one of this version: a shipped migration was edited. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

export interface MigrationRun<Tables> {
  readonly postgres: Kysely<Tables>;
  readonly clickhouse: ClickHouse;
  readonly list: readonly Migration[];
}

/** Any number: everyone who migrates a Telltale database takes this advisory lock. */
const LOCK = 7_355_608;

const checksumOf = ({ statements }: Migration): string =>
  createHash('sha256').update(statements.join('\u0000')).digest('hex');

/** Those of the list that are not recorded yet. Throws when a recorded one differs. */
function pending(list: readonly Migration[], recorded: ReadonlyMap<string, string>): readonly Migration[] {
  return list.filter((migration) => {
    const known = recorded.get(migration.name);
    if (known !== undefined && known !== checksumOf(migration))
      throw new MigrationChangedError(
        `migration ${migration.name} of ${migration.store} differs from the one that was run; add a migration instead of changing one`,
      );
    return known === undefined;
  });
}

async function migrateClickHouse(clickhouse: ClickHouse, list: readonly Migration[]): Promise<string[]> {
  await clickhouse.command(
    'CREATE TABLE IF NOT EXISTS migration (name String, checksum String, at DateTime64(3) DEFAULT now64(3)) ENGINE = MergeTree ORDER BY name',
  );
  const rows = await clickhouse.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migration',
  );
  const open = pending(list, new Map(rows.map(({ name, checksum }) => [name, checksum])));
  for (const migration of open) {
    for (const statement of migration.statements) await clickhouse.command(statement);
    await clickhouse.command(
      'INSERT INTO migration (name, checksum) VALUES ({name:String}, {checksum:String})',
      {
        name: migration.name,
        checksum: checksumOf(migration),
      },
    );
  }
  return open.map(({ name }) => `clickhouse ${name}`);
}

async function migratePostgres<Tables>(
  transaction: Kysely<Tables>,
  list: readonly Migration[],
): Promise<string[]> {
  await sql`CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, at timestamptz NOT NULL DEFAULT now())`.execute(
    transaction,
  );
  const { rows } = await sql<{
    name: string;
    checksum: string;
  }>`SELECT name, checksum FROM migration`.execute(transaction);
  const open = pending(list, new Map(rows.map(({ name, checksum }) => [name, checksum])));
  for (const migration of open) {
    for (const statement of migration.statements) await sql.raw(statement).execute(transaction);
    await sql`INSERT INTO migration (name, checksum) VALUES (${migration.name}, ${checksumOf(migration)})`.execute(
      transaction,
    );
  }
  return open.map(({ name }) => `postgres ${name}`);
}

/**
 * Brings both stores to the newest migration, forward only; answers what was run. Processes that start at the same time
 * wait for one another: all of it happens within one PostgreSQL transaction that holds an advisory lock. (PGlite has one
 * session for all, where only the transaction excludes others: it does so by itself.) ClickHouse has no transactions, so its
 * statements are written to be repeatable (`IF NOT EXISTS`): after a crash the unfinished migration is run again.
 */
export async function runMigrations<Tables>({
  postgres,
  clickhouse,
  list,
}: MigrationRun<Tables>): Promise<readonly string[]> {
  return postgres.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
    const of = (store: Migration['store']): readonly Migration[] =>
      list.filter((entry) => entry.store === store);
    const inPostgres = await migratePostgres(transaction, of('postgres'));
    return [...inPostgres, ...(await migrateClickHouse(clickhouse, of('clickhouse')))];
  });
}

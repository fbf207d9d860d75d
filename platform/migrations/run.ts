import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Migration } from '#schemas/migrations/migrations.ts';
import type { ClickHouse } from '../clickhouse/clickhouse.ts';
import { reachableServers } from '../clickhouse/reachable-servers.ts';
import { copySteps } from './copy-steps.ts';
import { replicatedStatement } from './replicated-statement.ts';
import { isReplicated } from './replication.ts';

/** A recorded migration differs from the one of this version: a shipped migration was edited. */
export class MigrationChangedError extends Error {
  override readonly name = 'MigrationChangedError';
}

export interface MigrationRun<Tables> {
  readonly postgres: Kysely<Tables>;
  readonly clickhouse: ClickHouse;
  readonly list: readonly Migration[];
}

/** The database has migrations that this release does not have: a newer one wrote it. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError';
}

interface RecordedMigration {
  readonly name: string;
  readonly checksum: string;
}

/** Arbitrary key of the advisory lock that every process takes before it migrates a Telltale database. */
const LOCK_KEY = 7_355_608;

/** Identifies the statements of a migration. */
export const migrationSum = ({ statements }: Migration): string =>
  createHash('sha256').update(statements.join('\u0000')).digest('hex');

/** Returns the migrations that are not recorded yet. Throws when a recorded one differs or is not known. */
function pendingMigrations(
  list: readonly Migration[],
  recorded: readonly RecordedMigration[],
): readonly Migration[] {
  const known = new Set(list.map(({ name }) => name));
  const newer = recorded.filter(({ name }) => !known.has(name));
  if (newer.length > 0)
    throw new NewerDatabaseError(
      `a newer release of Telltale wrote this database (migration ${newer.map(({ name }) => name).join(', ')}): start that release or a newer one`,
    );
  const checksums = new Map(recorded.map(({ name, checksum }) => [name, checksum]));
  return list.filter((migration) => {
    const checksum = checksums.get(migration.name);
    if (checksum !== undefined && checksum !== migrationSum(migration))
      throw new MigrationChangedError(
        `migration ${migration.name} of ${migration.store} differs from the one that was run; add a migration instead of changing one`,
      );
    return checksum === undefined;
  });
}

interface ReplicaMigration {
  readonly list: readonly Migration[];
  /** The database whose tables are replicated; undefined: they are not. */
  readonly replicated: string | undefined;
}

/** Each server records its own migrations: one that was away runs what it lacks. */
async function migrateServer(
  server: ClickHouse,
  { list, replicated }: ReplicaMigration,
): Promise<readonly string[]> {
  await server.command(
    'CREATE TABLE IF NOT EXISTS migration (name String, checksum String, at DateTime64(3) DEFAULT now64(3)) ENGINE = MergeTree ORDER BY name',
  );
  const recorded = await server.query<RecordedMigration>('SELECT name, checksum FROM migration');
  const pending = pendingMigrations(list, recorded);
  for (const migration of pending) {
    for (const statement of migration.statements)
      await server.command(
        replicated === undefined
          ? statement
          : replicatedStatement(statement, { database: replicated, migration: migration.name }),
      );
    await server.command('INSERT INTO migration (name, checksum) VALUES ({name:String}, {checksum:String})', {
      name: migration.name,
      checksum: migrationSum(migration),
    });
  }
  return pending.map(({ name }) => `clickhouse ${name}`);
}

/** Statements run on every replica that responds; nothing is left to a queue of ClickHouse's own (`ON CLUSTER`). */
async function migrateClickHouse(
  clickhouse: ClickHouse,
  list: readonly Migration[],
): Promise<readonly string[]> {
  const servers = await reachableServers(clickhouse);
  const isSeveral = clickhouse.replicas !== undefined;
  const [first] = servers;
  const replicated =
    first !== undefined && (await isReplicated(servers, isSeveral))
      ? (await first.query<{ name: string }>('SELECT currentDatabase() AS name'))[0]?.name
      : undefined;
  const ran: string[] = [];
  for (const server of servers) ran.push(...(await migrateServer(server, { list, replicated })));
  if (isSeveral) await copySteps(servers);
  return [...new Set(ran)];
}

async function migratePostgres<Tables>(
  transaction: Kysely<Tables>,
  list: readonly Migration[],
): Promise<string[]> {
  await sql`CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, checksum text NOT NULL, at timestamptz NOT NULL DEFAULT now())`.execute(
    transaction,
  );
  const { rows } = await sql<RecordedMigration>`SELECT name, checksum FROM migration`.execute(transaction);
  const pending = pendingMigrations(list, rows);
  for (const migration of pending) {
    for (const statement of migration.statements) await sql.raw(statement).execute(transaction);
    await sql`INSERT INTO migration (name, checksum) VALUES (${migration.name}, ${migrationSum(migration)})`.execute(
      transaction,
    );
  }
  return pending.map(({ name }) => `postgres ${name}`);
}

/**
 * Brings both stores to the newest migration, forward only, and returns the migrations that ran. Processes that start at the same
 * time wait for each other: both stores migrate within one PostgreSQL transaction that holds an advisory lock. (PGlite has one
 * session for all connections, and the transaction alone excludes the others.) ClickHouse has no transactions: its statements are
 * repeatable (`IF NOT EXISTS`), and an unfinished migration runs again after a crash.
 */
export async function runMigrations<Tables>({
  postgres,
  clickhouse,
  list,
}: MigrationRun<Tables>): Promise<readonly string[]> {
  return postgres.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(LOCK_KEY)})`.execute(transaction);
    const migrationsOf = (store: Migration['store']): readonly Migration[] =>
      list.filter((entry) => entry.store === store);
    const inPostgres = await migratePostgres(transaction, migrationsOf('postgres'));
    return [...inPostgres, ...(await migrateClickHouse(clickhouse, migrationsOf('clickhouse')))];
  });
}

/**
 * A migrated PostgreSQL database for each test file that runs on a server: a copy of one that was migrated once. A copy takes a tenth
 * of the time of the migrations. The embedded PostgreSQL has one database only, and a schema in it for each file (`stack.ts`).
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemIds } from '#platform/id/id.ts';
import { runMigrations } from '#platform/migrations/run.ts';
import { openPostgres, type Db } from '#platform/postgres/postgres.ts';
import { migrations } from '#schemas/migrations/migrations.ts';

/** Arbitrary key of the advisory lock under which the pattern is made. */
const LOCK_KEY = 7_355_609;

const ofPostgres = migrations.filter(({ store }) => store === 'postgres');

/** A server that outlives the run keeps patterns of other migrations. */
const PATTERN = `pattern_${createHash('sha256').update(JSON.stringify(ofPostgres)).digest('hex').slice(0, 16)}`;

const withDatabase = (server: string, name: string): string =>
  Object.assign(new URL(server), { pathname: `/${name}` }).href;

/** Migrates a database and gives it the name of the pattern when it is complete. */
async function makePattern(admin: Db, server: string, clickhouse: ClickHouse): Promise<void> {
  const unfinished = `unfinished_${systemIds.bytes(6).toString('hex')}`;
  await sql.raw(`CREATE DATABASE ${unfinished}`).execute(admin);
  const postgres = openPostgres(withDatabase(server, unfinished), { connections: 1 });
  await runMigrations({ postgres, clickhouse, list: ofPostgres });
  await postgres.destroy();
  await sql.raw(`ALTER DATABASE ${unfinished} RENAME TO ${PATTERN}`).execute(admin);
}

async function ensurePattern(admin: Db, server: string, clickhouse: ClickHouse): Promise<void> {
  // The pool has one connection: the lock is of the session.
  await sql`SELECT pg_advisory_lock(${sql.lit(LOCK_KEY)})`.execute(admin);
  const { rows } = await sql`SELECT 1 FROM pg_database WHERE datname = ${PATTERN}`.execute(admin);
  if (rows.length === 0) await makePattern(admin, server, clickhouse);
  await sql`SELECT pg_advisory_unlock(${sql.lit(LOCK_KEY)})`.execute(admin);
}

/** A migrated database on a server whose user may create databases; `clickhouse` is any database, which gets an empty list of migrations. */
export async function openPostgresClone(
  server: string,
  clickhouse: ClickHouse,
): Promise<{ readonly url: string; readonly db: Db; readonly close: () => Promise<void> }> {
  const admin = openPostgres(server, { connections: 1 });
  await ensurePattern(admin, server, clickhouse);
  const name = `test_${systemIds.bytes(6).toString('hex')}`;
  await sql.raw(`CREATE DATABASE ${name} TEMPLATE ${PATTERN} STRATEGY FILE_COPY`).execute(admin);
  const url = withDatabase(server, name);
  const db = openPostgres(url, { connections: 4 });
  return {
    url,
    db,
    async close() {
      await db.destroy();
      // Processes that the file started may still be leaving.
      await sql.raw(`DROP DATABASE ${name} WITH (FORCE)`).execute(admin);
      await admin.destroy();
    },
  };
}

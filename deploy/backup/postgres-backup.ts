import { sql } from 'kysely';
import { systemClock } from '#platform/clock/system-clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { TableSum } from './manifest.ts';

/** The embedded server ends a transaction that is idle for longer. */
const ALIVE_MS = 5_000;

/** Rows and sums of every table. */
export async function relationSums(db: Db): Promise<readonly TableSum[]> {
  const { rows: tables } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname
  `.execute(db);
  const sums: TableSum[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ rows: string; sum: string }>`
      SELECT count(*)::text AS rows, coalesce(sum(hashtextextended(one::text, 0)::numeric), 0)::text AS sum FROM ${sql.id(name)} AS one
    `.execute(db);
    sums.push({ name, rows: rows[0]?.rows ?? '', sum: rows[0]?.sum ?? '' });
  }
  return sums;
}

export async function relationVersion(db: Db): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`SELECT current_setting('server_version') AS version`.execute(db);
  return rows[0]?.version ?? '';
}

/**
 * Keeps the embedded database as it is while `work` runs: a transaction has its only session, no other statement runs, and the engine
 * has no process of its own that would write. Its files are then what a server finds that was killed now, from which it recovers every
 * commit.
 */
export const whileStill = <Value>(db: Db, work: (transaction: Db) => Promise<Value>): Promise<Value> =>
  db.transaction().execute(async (transaction) => {
    const over = new AbortController();
    const stayAlive = async (): Promise<void> => void (await sql`SELECT 1`.execute(transaction));
    systemClock.every(ALIVE_MS, stayAlive, over.signal);
    try {
      return await work(transaction);
    } finally {
      over.abort();
    }
  });

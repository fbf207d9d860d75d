import { sql } from 'kysely';
import { loadCounters } from '#platform/kpi/load.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { DefinedCounter } from '#schemas/kpi/definition.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** The defined counters that a formula may name: those that a poller supplies. */
export async function readUsableCounters(db: Db | Tx): Promise<readonly DefinedCounter[]> {
  const pollers = await db.selectFrom('poller').select('counters').execute();
  const supplied = new Set(pollers.flatMap(({ counters }) => counters));
  return (await loadCounters(db)).filter(({ key }) => supplied.has(key));
}

/** The same; the pollers that a formula needs cannot change before it is stored. */
export async function lockUsableCounters(tx: Tx): Promise<readonly DefinedCounter[]> {
  await sql`LOCK TABLE poller IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
  return readUsableCounters(tx);
}

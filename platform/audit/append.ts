import type { Transaction } from 'kysely';
import type { Database } from '#schemas/table/postgres.ts';
import { link } from './chain.ts';
import type { AuditRow, LooseEvent } from './chain.ts';

/**
 * Adds an event to the chain, in the transaction of what it tells: both are there or neither. Call it last: from here to the
 * end of the transaction nobody else can add one.
 */
export async function appendEvent(tx: Transaction<Database>, event: LooseEvent): Promise<AuditRow> {
  const head = await tx
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const row = link(head, event);
  await tx.insertInto('audit_event').values(row).execute();
  await tx.updateTable('audit_head').set({ seq: row.seq, hash: row.hash }).where('id', '=', 1).execute();
  return row;
}

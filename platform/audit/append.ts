import type { Transaction } from 'kysely';
import type { Database } from '#schemas/table/postgres.ts';
import { link } from './chain.ts';
import type { AuditRow, UnlinkedEvent } from './chain.ts';

/**
 * Appends an event to the chain, in the transaction of the change that it records. Call it last: other appends wait until the
 * transaction ends.
 */
export async function appendEvent(tx: Transaction<Database>, event: UnlinkedEvent): Promise<AuditRow> {
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

import type { Transaction } from 'kysely';
import type { Database } from '#schemas/table/postgres.ts';
import { link, type AuditRow, type ChainHead, type UnlinkedEvent } from './chain.ts';

/** A statement has at most 65,535 parameters, and each row 19 of them. */
const ROWS_PER_INSERT = 1_000;

/**
 * Appends events to the chain in their order, in the transaction of the change that they record. Call it last: other appends wait until
 * the transaction ends. Many events take as many statements as one.
 */
export async function appendEvents(
  tx: Transaction<Database>,
  events: readonly UnlinkedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  let head: ChainHead = await tx
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('id', '=', 1)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const rows: AuditRow[] = [];
  for (const event of events) {
    const row = link(head, event);
    rows.push(row);
    head = row;
  }
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT)
    await tx
      .insertInto('audit_event')
      .values(rows.slice(from, from + ROWS_PER_INSERT))
      .execute();
  await tx.updateTable('audit_head').set({ seq: head.seq, hash: head.hash }).where('id', '=', 1).execute();
}

import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { addToActionLogs, auditElements } from '../../../shared/element/audit-elements.ts';
import type { Audit, Tx } from '../../../kernel/audit/audit-trail.ts';
import type { ComparedFile } from './thread-messages.ts';
import type { ThreadClient } from './thread-client.ts';
import { deleteElements, type RemovedRows } from './removed-rows.ts';
import { insertRows, updateRows } from './written-tables.ts';

/** Elements per question to the thread: as many as an audit entry has. */
const AUDITED = 200;
/** Elements of a statement that adds them to their action logs. */
const LOGGED = 4_000;

const sequences = { customer: 'customer', element: 'network_element' } as const;

async function allocateIds(db: Db, of: keyof typeof sequences, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ readonly id: number }>`
    SELECT nextval(pg_get_serial_sequence(${sequences[of]}, 'id'))::int AS id FROM generate_series(1, ${count}::int)
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Gives new elements their ids, before the transaction: ids of an import that fails are not used again. */
export async function numberElements(
  db: Db,
  thread: Pick<ThreadClient, 'request'>,
  { newCustomers, newElements }: ComparedFile,
): Promise<void> {
  await thread.request('write', {
    customers: await allocateIds(db, 'customer', newCustomers),
    elements: await allocateIds(db, 'element', newElements),
  });
}

interface Writing {
  readonly tx: Tx;
  readonly thread: Pick<ThreadClient, 'request'>;
  /** Called with the number of executed statements. */
  readonly onProgress: (statements: number) => void;
}

/** Writes what the thread has planned, in few statements. Returns the deleted rows. */
export async function writeImport(
  { tx, thread, onProgress }: Writing,
  removed: readonly number[],
): Promise<readonly RemovedRows[]> {
  await thread.request('rewind', null);
  let done = 0;
  for (;;) {
    const rows = await thread.request('next', null);
    if (rows === null) break;
    const statement = rows.write === 'insert' ? insertRows : updateRows;
    await statement(rows.table, rows.json).execute(tx);
    onProgress((done += 1));
  }
  return removed.length === 0 ? [] : deleteElements(tx, removed);
}

/** Records the import in the audit trail, with its first elements, and in the action logs of all of them. */
export async function auditImport(
  { tx, thread }: Pick<Writing, 'tx' | 'thread'>,
  audit: Audit,
  {
    run,
    name,
    counts,
  }: { readonly run: number; readonly name: string; readonly counts: ComparedFile['counts'] },
): Promise<void> {
  const entry = { action: 'import.apply', subject: 'import', subjectId: run, subjectName: name };
  const total = counts.added + counts.changed + counts.removed;
  for (let from = 0; from < Math.max(1, Math.min(total, provisioningLimits.maxAudited)); from += AUDITED) {
    const elements = await thread.request('audit', { count: AUDITED });
    await auditElements(tx, audit, { ...entry, elements, ...(from === 0 ? { note: { counts } } : {}) });
  }
  for (let place = AUDITED; ; place += LOGGED) {
    const elements = await thread.request('log', { count: LOGGED });
    if (elements === null) break;
    await addToActionLogs(tx, elements, place);
  }
}

/** Adds the undoing of an import, the last event, to the action logs of the elements that the import changed. */
export async function logUndone(tx: Tx, run: number): Promise<void> {
  await sql`
    INSERT INTO audit_element (seq, place, element_id, site_id, customer_id)
    SELECT (SELECT seq FROM audit_head WHERE id = 1), ${AUDITED}::int + row_number() OVER ()::int,
      element_id, site_id, customer_id
    FROM (
      SELECT DISTINCT own.element_id, own.site_id, own.customer_id
      FROM audit_event AS event JOIN audit_element AS own ON own.seq = event.seq
      WHERE event.subject = 'import' AND event.subject_id = ${String(run)} AND event.action = 'import.apply'
    ) AS changed
  `.execute(tx);
}

import { sql } from 'kysely';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import type { PlannedRows } from '../plan/planned-rows.ts';
import { restoreRows, type RemovedRows } from './removed-rows.ts';
import { countDiffering, deleteRows, updateRows } from './written-tables.ts';

/** What an import has written, in the order of its statements. */
export type WrittenRows = PlannedRows | RemovedRows;

const isRemoval = (rows: WrittenRows): rows is RemovedRows => rows.write === 'delete';

const changed = () => new ProblemError('IMPORT_UNDO_CHANGED');

const idsOf = (
  written: readonly WrittenRows[],
  table: string,
  write: 'insert' | 'update' = 'insert',
): readonly number[] =>
  written.flatMap((one) =>
    !isRemoval(one) && one.write === write && one.table === table
      ? one.rows.map((row) => Number(row['id']))
      : [],
  );

/** Rejects when a written row is no longer as the import left it. */
async function rejectChanged(tx: Tx, written: readonly WrittenRows[]): Promise<void> {
  for (const one of written) {
    if (isRemoval(one)) continue;
    const { rows } = await countDiffering(one.table, JSON.stringify(one.rows)).execute(tx);
    if ((rows[0]?.count ?? 0) > 0) throw changed();
  }
}

/** Rejects when an element of the import has got children since; flow targets come by themselves. */
async function rejectOccupied(tx: Tx, written: readonly WrittenRows[]): Promise<void> {
  const elements = idsOf(written, 'network_element');
  // Devices that the import has moved go back.
  const known = [...elements, ...idsOf(written, 'network_element', 'update')];
  const customers = idsOf(written, 'customer');
  const { rows } = await sql<{ readonly found: boolean }>`
    SELECT EXISTS (
      SELECT FROM network_element AS child WHERE child.parent_id = ANY (${elements}::int[])
        AND child.id <> ALL (${known}::int[]) AND child.kind NOT IN ('application', 'class', 'conversation')
    ) OR EXISTS (
      SELECT FROM network_element AS child
      WHERE child.customer_id = ANY (${customers}::int[]) AND child.id <> ALL (${elements}::int[])
        AND child.kind NOT IN ('application', 'class', 'conversation')
    ) OR EXISTS (SELECT FROM account_customer WHERE customer_id = ANY (${customers}::int[]))
      OR EXISTS (SELECT FROM resource WHERE customer_id = ANY (${customers}::int[]))
      OR EXISTS (SELECT FROM alarm_threshold WHERE element_id = ANY (${elements}::int[]))
      OR EXISTS (SELECT FROM cluster_site WHERE site_id = ANY (${elements}::int[]))
      OR EXISTS (SELECT FROM account_site WHERE site_id = ANY (${elements}::int[])) AS found
  `.execute(tx);
  if (rows[0]?.found === true) throw changed();
}

/** Devices that get back an address, with their rows or in them. */
const readdressed = (written: readonly WrittenRows[]): readonly number[] =>
  written.flatMap((one) => {
    if (one.table !== 'device') return [];
    if (isRemoval(one)) return one.rows.map((row) => (row as { readonly id: number }).id);
    const addresses = new Map(one.rows.map((row) => [row['id'], row['address']]));
    return (one.before ?? [])
      .filter((row) => addresses.get(row['id']) !== row['address'])
      .map((row) => Number(row['id']));
  });

/** Rejects when another device of the customer has got an address since that a device gets back. */
async function rejectTakenAddresses(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ readonly found: boolean }>`
    SELECT EXISTS (
      SELECT FROM device JOIN network_element AS element ON element.id = device.id
      JOIN device AS other ON other.address = device.address AND other.id <> device.id
      JOIN network_element AS owner ON owner.id = other.id AND owner.customer_id = element.customer_id
      WHERE device.id = ANY (${ids}::int[]) AND device.address <> ''
    ) AS found
  `.execute(tx);
  if (rows[0]?.found === true) throw changed();
}

/** Takes back what an import has written. Throws IMPORT_UNDO_CHANGED when something of it has changed since. */
export async function undoWritten(tx: Tx, written: readonly WrittenRows[]): Promise<void> {
  await rejectChanged(tx, written);
  await rejectOccupied(tx, written);
  // Removed sites first: devices that were moved go back to them.
  for (const one of written) if (isRemoval(one)) await restoreRows(tx, one);
  for (const one of written.toReversed())
    if (one.write === 'insert') await deleteRows(one.table, JSON.stringify(one.rows)).execute(tx);
    else if (one.write === 'update') await updateRows(one.table, JSON.stringify(one.before)).execute(tx);
  await rejectTakenAddresses(tx, readdressed(written));
}

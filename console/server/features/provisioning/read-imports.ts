import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ImportDifferenceRow, ImportFault } from '#schemas/provisioning/import-run.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import type { ListedImportRow } from './shown-import.ts';

const columns = [
  ...([
    'id',
    'name',
    'byte_count',
    'sha256',
    'task',
    'state',
    'progress',
    'mode',
    'remove_missing',
    'mapping',
  ] as const),
  ...([
    'source',
    'lines',
    'lines_imported',
    'lines_in_error',
    'counts',
    'clients',
    'customer_ids',
    'contents',
  ] as const),
  ...([
    'failure',
    'actor',
    'schedule_id',
    'repeat_of',
    'lease_owner',
    'lease_until',
    'attempts',
    'owner',
    'claimed_at',
    'created_at',
  ] as const),
  ...(['created_by', 'author_id', 'started_at', 'ended_at', 'removal_percent'] as const),
] as const;

/** A run shows data of the customers in its file: all of them must be visible, to others than its author with every site. */
function isVisible({ allCustomers, id, customers, sites }: Caller) {
  if (allCustomers) return sql<boolean>`true`;
  const seen = [...customers.keys()];
  const unrestricted = seen.filter((customer) => !sites.has(customer));
  return sql<boolean>`(
    (author_id = ${id} AND customer_ids <@ ${seen}::int[]) OR (customer_ids <> '{}' AND customer_ids <@ ${unrestricted}::int[])
  )`;
}

const has = (kind: 'source' | 'result') =>
  sql<boolean>`EXISTS (SELECT FROM import_file WHERE run_id = import_run.id AND kind = ${sql.lit(kind)})`;

const visibleRuns = (db: Db | Tx, caller: Caller) =>
  db
    .selectFrom('import_run')
    .select(columns)
    .select([
      has('source').as('has_source'),
      has('result').as('has_result'),
      sql<boolean>`coalesce(id = (
        SELECT id FROM import_run AS applied WHERE state = 'finished' AND applied.owner = import_run.owner
        ORDER BY ended_at DESC, id DESC LIMIT 1
      ), false)`.as('is_last'),
    ])
    .where(isVisible(caller));

export function listImportRows(db: Db, caller: Caller): Promise<readonly ListedImportRow[]> {
  return visibleRuns(db, caller).orderBy('id', 'desc').limit(provisioningLimits.maxListedRuns).execute();
}

export function findImportRow(db: Db | Tx, caller: Caller, id: number): Promise<ListedImportRow | undefined> {
  return visibleRuns(db, caller).where('id', '=', id).executeTakeFirst();
}

/** The listed changes and faults of a run. */
export async function readImportRows(
  db: Db,
  id: number,
): Promise<{ readonly changes: readonly ImportDifferenceRow[]; readonly faults: readonly ImportFault[] }> {
  return db
    .selectFrom('import_run')
    .select(['changes', 'faults'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

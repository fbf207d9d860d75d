import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Caller } from '../../kernel/access/caller.ts';

/** The caller as the rules on resources see them. */
export async function viewerOf(db: Db | Transaction<Database>, caller: Caller): Promise<Viewer> {
  const { id, permissions, allCustomers } = caller;
  const customers = new Set(caller.customers.keys());
  const rows =
    customers.size === 0
      ? []
      : await db
          .selectFrom('customer')
          .select('profile_id')
          .distinct()
          .where('id', 'in', [...customers])
          .execute();
  return {
    id,
    permissions,
    customers,
    allCustomers,
    profiles: new Set(rows.map(({ profile_id }) => profile_id)),
  };
}

import { sql, type Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';

type Reader = Db | Transaction<Database>;

/** The profiles of some customers, and those of them without another customer. */
async function readProfileReach(db: Reader, customers: ReadonlySet<number>) {
  const isOwn = sql<boolean>`customer.id = ANY(${[...customers]}::int[])`;
  const rows = await db
    .selectFrom('customer_profile as profile')
    .leftJoin('customer', 'customer.profile_id', 'profile.id')
    .select('profile.id')
    .select(sql<boolean>`coalesce(bool_or(${isOwn}), false)`.as('is_seen'))
    .select(sql<boolean>`coalesce(bool_and(${isOwn}), false)`.as('is_every_site'))
    .groupBy('profile.id')
    .execute();
  return {
    profiles: new Set(rows.filter(({ is_seen }) => is_seen).map(({ id }) => id)),
    unrestrictedProfiles: new Set(rows.filter(({ is_every_site }) => is_every_site).map(({ id }) => id)),
  };
}

/** The accounts that the caller sees among the owners of templates. */
async function readSeenOwners(db: Reader, caller: Caller): Promise<ReadonlySet<number>> {
  if (caller.allCustomers) return new Set();
  const rows = await db
    .selectFrom('account')
    .select('account.id')
    .where('account.id', 'in', (eb) =>
      eb
        .selectFrom('resource')
        .select('owner_id')
        .where('resource.customer_id', 'is', null)
        .$castTo<number>(),
    )
    .where(accountsSeenBy(caller))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The caller as the rules on resources see them. */
export async function viewerOf(db: Reader, caller: Caller): Promise<Viewer> {
  const { id, permissions, allCustomers } = caller;
  const customers = new Set(caller.customers.keys());
  const reach = await readProfileReach(db, customers);
  return { id, permissions, customers, allCustomers, ...reach, owners: await readSeenOwners(db, caller) };
}

import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { resourceRightsOf } from '#schemas/resource/kind.ts';
import type { ResourceKind } from '#schemas/resource/kind.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { providerRights } from '#schemas/permission/grants.ts';
import { MAX_OWNERS_FOUND } from '#schemas/sharing/routes.ts';
import type { Person } from '#schemas/sharing/routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';

type Reader = Db | Transaction<Database>;

export interface OwnerSearch {
  readonly kind: ResourceKind;
  /** Of what lives with this customer; null: of what lives in the multi-client space. */
  readonly customer: number | null;
  readonly caller: Caller;
  /** Of what is hidden from other users of the customer. */
  readonly isPrivate?: boolean;
  /** Words of the name. */
  readonly search?: string;
  /** This account alone. */
  readonly id?: number;
}

const escaped = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Accounts that hold a right of each list, and are not locked. */
function holders(db: Reader, lists: readonly (readonly Permission[])[]) {
  let query = db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'first_name', 'last_name'])
    .where('lock_reason', 'is', null);
  for (const rights of lists)
    query = query.where((is) =>
      is.or([
        is('role.is_admin', '=', true),
        is.exists(
          is
            .selectFrom('role_permission')
            .select('role_id')
            .whereRef('role_permission.role_id', '=', 'role.id')
            .where('permission', 'in', rights),
        ),
      ]),
    );
  return query.orderBy('username');
}

/** Rights without which its owner could not change a resource: one of each list. Undefined: nobody owns such a one. */
function rightsToOwn({ kind, customer, isPrivate = false }: OwnerSearch): Permission[][] | undefined {
  const { template, customer: placed } = resourceRightsOf(kind);
  const right = (customer === null ? template : placed)?.write;
  if (right === undefined) return undefined;
  if (customer === null) return [[right], [...providerRights]];
  return isPrivate ? [[right], ['PRIVATE.RESOURCE.write', 'EXTRA.PRIVATE.write']] : [[right]];
}

const sees = (customer: number) => sql<boolean>`(account.all_customers
  OR EXISTS (SELECT FROM account_customer WHERE account_id = account.id AND customer_id = ${customer})
  OR EXISTS (SELECT FROM account_profile JOIN customer USING (profile_id)
    WHERE account_id = account.id AND customer.id = ${customer}))`;

/** Who can own a resource of a kind, by name: as in the list of users, those whom the caller may know of. */
export async function possibleOwners(
  db: Reader,
  wanted: OwnerSearch,
): Promise<{ owners: Person[]; more: boolean }> {
  const { customer, caller, search = '', id } = wanted;
  const rights = rightsToOwn(wanted);
  if (rights === undefined) return { owners: [], more: false };
  let query = holders(db, rights)
    .$if(customer !== null, (some) => some.where(sees(customer ?? 0)))
    .$if(id !== undefined, (one) => one.where('account.id', '=', id ?? 0))
    .where(accountsSeenBy(caller));
  for (const word of search.split(/\s+/).filter((part) => part !== ''))
    query = query.where(sql<boolean>`concat_ws(' ', username, first_name, last_name) ILIKE ${escaped(word)}`);
  const rows = await query.limit(MAX_OWNERS_FOUND + 1).execute();
  const owners = rows.slice(0, MAX_OWNERS_FOUND).map((row) => ({
    id: row.id,
    username: row.username,
    name: `${row.first_name} ${row.last_name}`.trim() || row.username,
  }));
  return { owners, more: rows.length > MAX_OWNERS_FOUND };
}

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

export interface OwnerQuery {
  readonly kind: ResourceKind;
  /** The customer that the resource belongs to. Null: the multi-client space. */
  readonly customer: number | null;
  readonly caller: Caller;
  /** Whether the resource is private. */
  readonly isPrivate?: boolean;
  /** Every word must occur in the name. */
  readonly search?: string;
  /** This account alone. */
  readonly id?: number;
}

const containsWord = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Accounts that are not locked and have a permission of each list. */
function selectHolders(db: Reader, lists: readonly (readonly Permission[])[]) {
  let query = db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'first_name', 'last_name'])
    .where('lock_reason', 'is', null);
  for (const rights of lists)
    query = query.where((eb) =>
      eb.or([
        eb('role.is_admin', '=', true),
        eb.exists(
          eb
            .selectFrom('role_permission')
            .select('role_id')
            .whereRef('role_permission.role_id', '=', 'role.id')
            .where('permission', 'in', rights),
        ),
      ]),
    );
  return query.orderBy('username');
}

/** The permissions that an owner needs to change a resource: one of each list. Undefined when no account can own it. */
function requiredPermissions({ kind, customer, isPrivate = false }: OwnerQuery): Permission[][] | undefined {
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

/** The accounts that can own a resource, by username, as far as the caller may see them. */
export async function findPossibleOwners(
  db: Reader,
  wanted: OwnerQuery,
): Promise<{ owners: Person[]; more: boolean }> {
  const { customer, caller, search = '', id } = wanted;
  const rights = requiredPermissions(wanted);
  if (rights === undefined) return { owners: [], more: false };
  let query = selectHolders(db, rights)
    .$if(customer !== null, (some) => some.where(sees(customer ?? 0)))
    .$if(id !== undefined, (one) => one.where('account.id', '=', id ?? 0))
    .where(accountsSeenBy(caller));
  for (const word of search.split(/\s+/).filter((part) => part !== ''))
    query = query.where(
      sql<boolean>`concat_ws(' ', username, first_name, last_name) ILIKE ${containsWord(word)}`,
    );
  const rows = await query.limit(MAX_OWNERS_FOUND + 1).execute();
  const owners = rows.slice(0, MAX_OWNERS_FOUND).map((row) => ({
    id: row.id,
    username: row.username,
    name: `${row.first_name} ${row.last_name}`.trim() || row.username,
  }));
  return { owners, more: rows.length > MAX_OWNERS_FOUND };
}

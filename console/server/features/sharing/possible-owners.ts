import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { resourceRightsOf, type ResourceKind } from '#schemas/resource/kind.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { providerRights } from '#schemas/permission/grants.ts';
import { MAX_OWNERS_FOUND, type Person } from '#schemas/sharing/routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import {
  nameContains,
  personOf,
  seesCustomer,
  selectAccountsWith,
  searchWords,
} from '../../shared/account/account-search.ts';

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

/** The permissions that an owner needs to change a resource: one of each list. Undefined when no account can own it. */
function requiredPermissions({ kind, customer, isPrivate = false }: OwnerQuery): Permission[][] | undefined {
  const { template, customer: placed } = resourceRightsOf(kind);
  const right = (customer === null ? template : placed)?.write;
  if (right === undefined) return undefined;
  if (customer === null) return [[right], [...providerRights]];
  return isPrivate ? [[right], ['PRIVATE.RESOURCE.write', 'EXTRA.PRIVATE.write']] : [[right]];
}

/** The accounts that can own a resource, by username, as far as the caller may see them. */
export async function findPossibleOwners(
  db: Reader,
  desired: OwnerQuery,
): Promise<{ owners: Person[]; more: boolean }> {
  const { customer, caller, search = '', id } = desired;
  const rights = requiredPermissions(desired);
  if (rights === undefined) return { owners: [], more: false };
  let query = selectAccountsWith(db, rights)
    .$if(customer !== null, (some) => some.where(seesCustomer(customer ?? 0)))
    .$if(id !== undefined, (one) => one.where('account.id', '=', id ?? 0))
    .where(accountsSeenBy(caller));
  for (const word of searchWords(search)) query = query.where(nameContains(word));
  const rows = await query.limit(MAX_OWNERS_FOUND + 1).execute();
  return { owners: rows.slice(0, MAX_OWNERS_FOUND).map(personOf), more: rows.length > MAX_OWNERS_FOUND };
}

import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { rightsOf } from '#schemas/resource/kind.ts';
import type { TemplateKind } from '#schemas/resource/kind.ts';
import { MAX_OWNERS_FOUND } from '#schemas/sharing/routes.ts';
import type { Person } from '#schemas/sharing/routes.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { accountsSeenBy } from '../../kernel/access/accounts-seen-by.ts';
import type { Caller } from '../../kernel/access/caller.ts';

type Reader = Db | Transaction<Database>;

export interface OwnerSearch {
  readonly kind: TemplateKind;
  readonly caller: Caller;
  /** Words of the name. */
  readonly search?: string;
  /** This account alone. */
  readonly id?: number;
}

const escaped = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Accounts that may change the kind, and are not locked. */
const holders = (db: Reader, kind: TemplateKind) =>
  db
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .select(['account.id', 'username', 'first_name', 'last_name'])
    .where('lock_reason', 'is', null)
    .where((is) =>
      is.or([
        is('role.is_admin', '=', true),
        is.exists(
          is
            .selectFrom('role_permission')
            .select('role_id')
            .whereRef('role_permission.role_id', '=', 'role.id')
            .where('permission', '=', rightsOf(kind).template?.write ?? ''),
        ),
      ]),
    )
    .orderBy('username');

/** Who can own a resource of a kind, by name: as in the list of users, those whom the caller may know of. */
export async function possibleOwners(
  db: Reader,
  { kind, caller, search = '', id }: OwnerSearch,
): Promise<{ owners: Person[]; more: boolean }> {
  let query = holders(db, kind)
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

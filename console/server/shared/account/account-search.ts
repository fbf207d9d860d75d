import { sql, type RawBuilder, type Transaction } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Reader = Db | Transaction<Database>;

const pattern = (word: string): string => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

export const searchWords = (search: string): readonly string[] =>
  search.split(/\s+/).filter((part) => part !== '');

/** Whether the username or the name of an account contains a word. */
export const nameContains = (word: string): RawBuilder<boolean> =>
  sql<boolean>`concat_ws(' ', username, first_name, last_name) ILIKE ${pattern(word)}`;

interface NamedAccount {
  readonly id: number;
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
}

/** An account as lists of people show it: by its name, or its username without one. */
export const personOf = ({ id, username, first_name, last_name }: NamedAccount) => ({
  id,
  username,
  name: `${first_name} ${last_name}`.trim() || username,
});

/** Accounts that are not locked and have a permission of each list. */
export function selectAccountsWith(db: Reader, lists: readonly (readonly Permission[])[]) {
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
  return query.orderBy('username', asNames);
}

/** Whether an account sees a customer, with all of its sites or some. */
export const seesCustomer = (customer: number): RawBuilder<boolean> => sql<boolean>`(account.all_customers
  OR EXISTS (SELECT FROM account_customer WHERE account_id = account.id AND customer_id = ${customer})
  OR EXISTS (SELECT FROM account_profile JOIN customer USING (profile_id)
    WHERE account_id = account.id AND customer.id = ${customer}))`;

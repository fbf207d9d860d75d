import { sql, type RawBuilder } from 'kysely';
import type { Caller } from './caller.ts';

type AccountReader = Pick<Caller, 'id' | 'allCustomers' | 'customers' | 'token'>;

/**
 * Condition on `account`: the caller may see it. That is the caller's own account, or one that has customers and all of them are
 * the caller's. A caller who sees every customer sees every account. A token does not see its owner by itself: it may be bound to fewer
 * customers.
 */
export function accountsSeenBy({ id, allCustomers, customers, token }: AccountReader): RawBuilder<boolean> {
  if (allCustomers) return sql<boolean>`TRUE`;
  const self = token === undefined ? id : null;
  return sql<boolean>`(
    coalesce(account.id = ${self}::int, false) OR NOT account.all_customers AND (
      SELECT count(*) > 0 AND coalesce(bool_and(customer_id = ANY(${[...customers.keys()]}::int[])), false) FROM (
        SELECT customer_id FROM account_customer WHERE account_id = account.id
        UNION ALL
        SELECT customer.id FROM customer JOIN account_profile USING (profile_id) WHERE account_id = account.id
      ) AS granted
    )
  )`;
}

import type { Caller } from '../../kernel/access/caller.ts';
import type { Grants } from './user-rows.ts';

/**
 * Whether a user is the caller's to look at: all of his customers are the caller's. One without any is the business of those who
 * see every customer; everybody may look at himself.
 */
export function mayLookAt(
  caller: Pick<Caller, 'id' | 'allCustomers' | 'customers'>,
  account: { readonly id: number; readonly all_customers: boolean },
  { effective }: Pick<Grants, 'effective'>,
): boolean {
  if (caller.allCustomers || caller.id === account.id) return true;
  if (account.all_customers || effective.size === 0) return false;
  return [...effective].every((customer) => caller.customers.has(customer));
}

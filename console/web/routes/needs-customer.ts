import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { z } from 'zod';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';
import { readOwned, writeOwned } from '#web/lib/stored.ts';

export interface NeedsCustomer {
  readonly session: Session;
  readonly queries: QueryClient;
}

/** The customer to open without one in the address: the last that the user viewed in this browser, else the one with the worst alarms. */
export async function customerToOpen({ session, queries }: NeedsCustomer): Promise<number | undefined> {
  const { customers, permissions } = session;
  const last = Number(readOwned('customer'));
  const known = customers.find(({ id }) => id === last);
  if (known !== undefined || customers.length < 2 || !permissions.includes('ALERT.read'))
    return (known ?? customers[0])?.id;
  const { worstCustomer } = await import('#web/kernel/alert/worst-customer.ts');
  return await worstCustomer(queries, customers);
}

const rememberCustomer = (id: number): void => writeOwned('customer', String(id));

/** Pages of one customer always name it in their address. One that the user does not see stays: the shell says so. */
export async function needsCustomer(
  search: { readonly customer?: number | undefined },
  context: NeedsCustomer,
): Promise<void> {
  if (search.customer !== undefined) {
    if (context.session.customers.some(({ id }) => id === search.customer)) rememberCustomer(search.customer);
    return;
  }
  const customer = await customerToOpen(context);
  if (customer !== undefined)
    throw redirect({ to: '.', search: (now: object) => ({ ...now, customer }), replace: true });
}

/** The address of pages that are tied to no customer: the header shows the last viewed one. */
export const customerOfAddress = versionedSearch(z.object({ customer: searchValue.id() }), []);

import { redirect } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';

/** The customer to open without one in the address: the last viewed in this browser, else the first. */
function customerToOpen(session: Session): number | undefined {
  const last = Number(readStored('customer'));
  const known = session.customers.find(({ id }) => id === last) ?? session.customers[0];
  return known?.id;
}

const rememberCustomer = (id: number): void => writeStored('customer', String(id));

/** Pages of one customer always name it in their address. One that the user does not see stays: the shell says so. */
export function needsCustomer(search: { readonly customer?: number | undefined }, session: Session): void {
  if (search.customer !== undefined) {
    if (session.customers.some(({ id }) => id === search.customer)) rememberCustomer(search.customer);
    return;
  }
  const customer = customerToOpen(session);
  if (customer !== undefined)
    throw redirect({ to: '.', search: (now: object) => ({ ...now, customer }), replace: true });
}

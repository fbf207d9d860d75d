import { redirect } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { customerToOpen, rememberCustomer } from '#web/kernel/shell/last-customer.ts';

/** A page of one customer always names him in its address. */
export function needsCustomer(search: { readonly customer?: number | undefined }, session: Session): void {
  const known = session.customers.some(({ id }) => id === search.customer);
  if (known && search.customer !== undefined) return rememberCustomer(search.customer);
  const customer = customerToOpen(session);
  if (customer !== undefined)
    throw redirect({ to: '.', search: (now: object) => ({ ...now, customer }), replace: true });
}

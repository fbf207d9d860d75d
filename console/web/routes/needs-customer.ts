import { redirect } from '@tanstack/react-router';
import type { Session } from '#schemas/account/routes.ts';
import { customerToOpen, rememberCustomer } from '#web/kernel/shell/last-customer.ts';

/** Pages of one customer always name it in their address. */
export function needsCustomer(search: { readonly customer?: number | undefined }, session: Session): void {
  const known = session.customers.some(({ id }) => id === search.customer);
  if (known && search.customer !== undefined) return rememberCustomer(search.customer);
  const customer = customerToOpen(session);
  if (customer !== undefined)
    throw redirect({ to: '.', search: (now: object) => ({ ...now, customer }), replace: true });
}

import { readCurrentHome } from '#schemas/dashboard/home-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { customerToOpen } from './needs-customer.ts';
import type { NeedsCustomer } from './needs-customer.ts';

/** The home page of the user for the customer to open; undefined: none, or it could not be read. */
export async function homeLanding(
  context: NeedsCustomer,
): Promise<{ readonly customer: number; readonly open: number } | undefined> {
  const customerId = await customerToOpen(context);
  if (customerId === undefined) return undefined;
  const { home } = await call(readCurrentHome, { params: { customerId } }).catch(() => ({ home: null }));
  return home === null ? undefined : { customer: customerId, open: home.id };
}

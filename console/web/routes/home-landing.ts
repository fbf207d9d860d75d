import { readCurrentHome } from '#schemas/dashboard/home-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { customerToOpen, type NeedsCustomer } from './needs-customer.ts';

interface HomeAddress {
  readonly customer: number;
  readonly open: number;
}

/** The home page of the user for a customer; undefined: none, or it could not be read. */
export async function homeOf(customerId: number): Promise<HomeAddress | undefined> {
  const { home } = await call(readCurrentHome, { params: { customerId } }).catch(() => ({ home: null }));
  return home === null ? undefined : { customer: customerId, open: home.id };
}

/** The home page of the user for the customer to open. */
export async function homeLanding(context: NeedsCustomer): Promise<HomeAddress | undefined> {
  const customerId = await customerToOpen(context);
  return customerId === undefined ? undefined : await homeOf(customerId);
}

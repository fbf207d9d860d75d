import type { Session } from '#schemas/account/routes.ts';
import { readStored, writeStored } from '#web/lib/stored.ts';

/** The customer to open without one in the address: the last viewed in this browser, else the first. */
export function customerToOpen(session: Session): number | undefined {
  const last = Number(readStored('customer'));
  const known = session.customers.find(({ id }) => id === last) ?? session.customers[0];
  return known?.id;
}

export const rememberCustomer = (id: number): void => writeStored('customer', String(id));

import type { QueryClient } from '@tanstack/react-query';
import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { countQuery } from './count-feed.ts';

/** Time to wait for the counts before a page opens without them. */
const PATIENCE_MS = 2_000;

/** Order of customers by harm: most critical alarms first, then most others, then by name. */
export const byHarm = (one: CustomerAlerts, other: CustomerAlerts): number =>
  other.counts.critical - one.counts.critical ||
  other.counts.warning - one.counts.warning ||
  compareNames(one.name, other.name);

const patience = (): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS, undefined);
  });

/** The customer with the worst alarms; the first one while the counts are unavailable. */
export async function worstCustomer(
  queries: QueryClient,
  customers: readonly { readonly id: number }[],
): Promise<number | undefined> {
  const counts = await Promise.race([queries.ensureQueryData(countQuery), patience()]).catch(() => undefined);
  const [worst] = counts?.customers.toSorted(byHarm) ?? [];
  return (customers.find(({ id }) => id === worst?.customer) ?? customers[0])?.id;
}

import { CustomersView } from './CustomersView.tsx';
import type { CustomerAlertsShown } from './use-customer-alerts.ts';
import { usePastCustomers } from './use-past-customers.ts';

interface Props {
  readonly now: CustomerAlertsShown;
  /** Seconds since 1970. */
  readonly at: number;
}

/** The customers with their counts at a past time. */
export const PastCustomers = ({ now, at }: Props) => (
  <CustomersView shown={usePastCustomers(now, at)} at={at} />
);

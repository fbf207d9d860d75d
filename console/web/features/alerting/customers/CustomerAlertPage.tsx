import { Suspense } from 'react';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import { CustomersView } from './CustomersView.tsx';
import { useCustomerAlerts } from './use-customer-alerts.ts';

const CustomerEvents = lazyPart(() => import('./CustomerEvents.tsx'), 'CustomerEvents');
const PastCustomers = lazyPart(() => import('./PastCustomers.tsx'), 'PastCustomers');

/** Alarm counts of the user's customers: live, at a past time, or of a period. */
export function CustomerAlertPage() {
  const { search } = useCustomerAlertSearch();
  const { at, events } = search;
  const shown = useCustomerAlerts();
  if (events === undefined && at === undefined) return <CustomersView shown={shown} at={undefined} />;
  return (
    <Suspense fallback={null}>
      {events === undefined && at !== undefined ? <PastCustomers now={shown} at={at} /> : <CustomerEvents />}
    </Suspense>
  );
}

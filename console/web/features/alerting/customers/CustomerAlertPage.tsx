import { lazy, Suspense } from 'react';
import { useCustomerAlertSearch } from './customer-alert-search.ts';
import { CustomersView } from './CustomersView.tsx';
import { useCustomerAlerts } from './use-customer-alerts.ts';

const CustomerEvents = lazy(() =>
  import('./CustomerEvents.tsx').then(({ CustomerEvents: component }) => ({ default: component })),
);
const PastCustomers = lazy(() =>
  import('./PastCustomers.tsx').then(({ PastCustomers: component }) => ({ default: component })),
);

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

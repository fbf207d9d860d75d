import { useMemo } from 'react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { customerApplicationApi } from './application-api.ts';
import { ApplicationsView } from './ApplicationsView.tsx';

const route = getRouteApi('/shell/application');

function OfCustomer({ customerId }: { readonly customerId: number }) {
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/application' });
  const place = useMemo(() => customerApplicationApi(customerId), [customerId]);
  return (
    <ApplicationsView
      place={place}
      search={search}
      change={(part) => void navigate({ search: (now) => ({ ...now, ...part }), replace: true })}
    />
  );
}

/** Custom applications of a customer, with what the provider shares with it. */
export function ApplicationPage() {
  const { customer } = route.useSearch();
  return customer === undefined ? null : <OfCustomer key={customer} customerId={customer} />;
}

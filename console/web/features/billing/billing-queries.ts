import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listBilledDays, readBilledDay, readBillingMail } from '#schemas/billing/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';

interface Period {
  readonly from: string;
  readonly to: string;
  readonly customer: number | undefined;
}

export const periodQuery = ({ from, to, customer }: Period) => ({
  from,
  to,
  ...(customer === undefined ? {} : { customer: String(customer) }),
});

export const useBilledDays = (period: Period) =>
  useQuery({
    ...routeQuery(listBilledDays, { query: periodQuery(period) }),
    placeholderData: keepPreviousData,
  });

export const useBilledDay = (day: string) => useQuery(routeQuery(readBilledDay, { params: { day } }));

export const useBillingMail = (enabled: boolean) => useQuery({ ...routeQuery(readBillingMail), enabled });

/** What a write to the billed units or their mail changes. */
export const billingTouches = [listBilledDays, readBilledDay, readBillingMail];

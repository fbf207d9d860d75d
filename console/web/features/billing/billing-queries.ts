import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { listBilledDays, readBilledDay, readBillingMail } from '#schemas/billing/routes.ts';
import { call } from '#web/kernel/api/call.ts';

interface Period {
  readonly from: string;
  readonly to: string;
  readonly customer: number | undefined;
}

export const periodQuery = ({ from, to, customer }: Period) => ({
  ...{ from, to },
  ...(customer === undefined ? {} : { customer: String(customer) }),
});

export const useBilledDays = (period: Period) =>
  useQuery({
    queryKey: ['billing', 'days', period],
    queryFn: ({ signal }) => call(listBilledDays, { query: periodQuery(period), signal }),
    placeholderData: keepPreviousData,
  });

export const useBilledDay = (day: string) =>
  useQuery({
    queryKey: ['billing', 'day', day],
    queryFn: ({ signal }) => call(readBilledDay, { params: { day }, signal }),
  });

export const useBillingMail = (enabled: boolean) =>
  useQuery({
    queryKey: ['billing', 'mail'],
    queryFn: ({ signal }) => call(readBillingMail, { signal }),
    enabled,
  });

export function useRefreshBilling(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: ['billing'] });
}

import { keepPreviousData } from '@tanstack/react-query';
import { readCustomerAlertTimeline } from '#schemas/alerting/customer-history-routes.ts';
import { readAlertTimeline } from '#schemas/alerting/history.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import type { DraggedPeriod } from './timeline-geometry.ts';

const BUCKETS = 144;

/** Raises and clears of a customer, or of all customers of the user. */
export const timelineQuery = (customerId: number | undefined, period: DraggedPeriod) => ({
  ...namedQuery('alert-timeline', [customerId, period.from, period.to], (signal) => {
    const query = { ...period, buckets: BUCKETS };
    return customerId === undefined
      ? call(readCustomerAlertTimeline, { query, signal })
      : call(readAlertTimeline, { params: { customerId }, query, signal });
  }),
  placeholderData: keepPreviousData,
});

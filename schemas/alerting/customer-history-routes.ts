import { z } from 'zod';
import { historyLimits } from '../limit/history.ts';
import { API, route } from '../route.ts';
import { AlertTimeline } from './history.ts';
import { historyPeriod, withinHistory } from './history-period.ts';
import { Severity } from './severity.ts';

const { from, to, severity } = historyPeriod;

export const readCustomerAlertTimeline = route({
  method: 'GET',
  path: `${API}/cc/alert/timeline`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Raises, clears and running alarms of all customers of the user in a period, by bucket',
  query: withinHistory(
    z.strictObject({
      from,
      to,
      severity,
      buckets: z.coerce.number().int().min(1).max(historyLimits.maxBuckets).default(96),
    }),
  ),
  reply: AlertTimeline,
  problems: ['TOO_MUCH_DATA'],
});

/** The alarms of one customer that ran in a period, each from its raise to its clear. */
export const CustomerOccurrences = z.strictObject({
  customer: z.number(),
  name: z.string(),
  profile: z.string(),
  /** The worst severity that one of them had. */
  severity: Severity,
  /** By the worst severity that each had in the period. */
  critical: z.number(),
  major: z.number(),
  minor: z.number(),
  /** Those with a severity that the request names; without one, all. */
  alarms: z.number(),
  /** Of these, those that ran at the end of the period. */
  running: z.number(),
  /** Those that ran at its end and were not acknowledged. */
  unacknowledged: z.number(),
  /** Of the longest one, seconds; null when none is known. */
  longest: z.number().nullable(),
});
export type CustomerOccurrences = z.infer<typeof CustomerOccurrences>;

/** Customers without alarms in the period are left out. */
export const listCustomerOccurrences = route({
  method: 'GET',
  path: `${API}/cc/alert/occurrences`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Alarms that ran in a period, counted by customer',
  query: withinHistory(z.strictObject({ from, to, severity })),
  reply: z.strictObject({
    total: z.number(),
    counts: z.strictObject({ critical: z.number(), major: z.number(), minor: z.number() }),
    customers: z.array(CustomerOccurrences),
  }),
  problems: ['TOO_MUCH_DATA'],
});

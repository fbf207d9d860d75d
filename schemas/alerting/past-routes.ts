import { z } from 'zod';
import { API, route } from '../route.ts';
import { AlarmRow, AlertCounts } from './alert.ts';
import { AlertSnapshot, CustomerAlerts } from './routes.ts';

const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });

/** Seconds since 1970 within the range of a ClickHouse DateTime. */
export const historySeconds = z.coerce.number().int().min(0).max(0xffff_ffff);

/** Counts, map and table at a past time. */
export const PastAlerts = z.strictObject({
  at: z.number(),
  counts: AlertCounts,
  sites: AlertSnapshot.shape.sites,
  bounds: AlertSnapshot.shape.bounds,
  alarms: z.array(AlarmRow),
});
export type PastAlerts = z.infer<typeof PastAlerts>;

/**
 * The alarms that ran at a time: raised by a window that starts at or before it, and not cleared by one. Values are those of the
 * window that contains the time, severities those in force at the time.
 */
export const readPastAlerts = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/past`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Alarms of a customer at a past time: counts, map and table',
  params: customerParams,
  query: z.strictObject({ at: historySeconds }),
  reply: PastAlerts,
  problems: ['TOO_MUCH_DATA'],
});

/** The counts of a customer at a past time. */
export const PastCustomerAlerts = CustomerAlerts.omit({ position: true });
export type PastCustomerAlerts = z.infer<typeof PastCustomerAlerts>;

/**
 * The alarms that ran at a time, by the severity that they had, counted as `readCustomerAlerts` counts the running ones. Every customer of the
 * user is named, as it is named today; alarms that the user may not see today are left out.
 */
export const readPastCustomerAlerts = route({
  method: 'GET',
  path: `${API}/cc/alert/past`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Alarm counts of every customer of the user at a past time',
  query: z.strictObject({ at: historySeconds }),
  reply: z.strictObject({
    at: z.number(),
    nbCritical: z.number(),
    nbWarning: z.number(),
    nbMinor: z.number(),
    nbUnhandled: z.number(),
    customers: z.array(PastCustomerAlerts),
  }),
  problems: ['TOO_MUCH_DATA'],
});

import { z } from 'zod';
import { API, route } from '../route.ts';
import { AlarmRow, AlertCounts } from './alert.ts';
import { AlertSnapshot } from './routes.ts';

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

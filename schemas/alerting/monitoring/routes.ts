import { z } from 'zod';
import { addressRefusals } from '../../polling/address-refusal.ts';
import { API, route } from '../../route.ts';
import { unmonitoredReasons } from './monitoring.ts';

const Id = z.coerce.number().int().positive();

export const Unmonitored = z.strictObject({
  reason: z.enum(unmonitoredReasons),
  /** Of `address refused`: which one, and why. */
  refused: z.strictObject({ address: z.string(), refusal: z.enum(addressRefusals) }).optional(),
});
export type Unmonitored = z.infer<typeof Unmonitored>;

/** What of a customer is not monitored, as far as the caller sees it. */
export const MonitoringState = z.strictObject({
  /** Null: at least one site of it is monitored. */
  customer: Unmonitored.nullable(),
  /** The sites that are not monitored. */
  sites: z.array(Unmonitored.extend({ site: z.number() })),
  /** Of the device that was named; null: it is monitored. */
  device: Unmonitored.nullable().optional(),
});
export type MonitoringState = z.infer<typeof MonitoringState>;

export const readMonitoring = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/monitoring`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Sites of a customer that are not monitored, and why',
  params: z.strictObject({ customerId: Id }),
  query: z.strictObject({ device: Id.optional() }),
  reply: MonitoringState,
  problems: ['NOT_FOUND'],
});

export const readMonitoringAcross = route({
  method: 'GET',
  path: `${API}/cc/alert/monitoring`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Customers of the user that are not monitored, and why',
  reply: z.strictObject({ customers: z.array(Unmonitored.extend({ customer: z.number() })) }),
});

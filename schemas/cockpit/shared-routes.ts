import { z } from 'zod';
import { API, route } from '../route.ts';
import { AlarmDraft, cockpitOrigin, CustomerThreshold } from './cockpit.ts';
import { CustomerBounds } from './customer-bounds.ts';

/** An alarm definition as customers see it. */
export const SharedAlarm = AlarmDraft.pick({
  label: true,
  kpi: true,
  operator: true,
  threshold: true,
  severity: true,
  levels: true,
  outliers: true,
  measures: true,
}).extend({
  id: z.number(),
  enabled: z.boolean(),
  /** `own`: set by the customer, `customer`: set for the customer by the provider. */
  thresholdFrom: z.enum(['alarm', 'customer', 'own']),
  /** The threshold of the provider. */
  provided: z.number(),
  /** Null: the customer, or this user of it, does not set the threshold. */
  bounds: CustomerBounds.nullable(),
  own: CustomerThreshold.omit({ customer: true, inForce: true }).nullable(),
});
export type SharedAlarm = z.infer<typeof SharedAlarm>;

export const SharedCockpit = z.strictObject({
  ...cockpitOrigin,
  id: z.number(),
  name: z.string(),
  description: z.string(),
  updatedAt: z.number(),
  active: z.boolean(),
  /** Shared cockpits are edited in the multi-client space. */
  edit: z.enum(['multi-client', 'nowhere']),
  alarms: z.array(SharedAlarm),
});
export type SharedCockpit = z.infer<typeof SharedCockpit>;

export const listSharedCockpits = route({
  method: 'GET',
  path: `${API}/customers/:customerId/cockpit`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Cockpits shared with a customer, read-only, without alarms hidden from the caller',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  reply: z.strictObject({ cockpits: z.array(SharedCockpit) }),
  problems: ['COCKPIT_CONFIG_RESTORE_FAILED'],
});

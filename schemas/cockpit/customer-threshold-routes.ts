import { z } from 'zod';
import { API, route } from '../route.ts';
import { CustomerThreshold } from './cockpit.ts';
import { alarmParams } from './routes.ts';
import { SharedAlarm } from './shared-routes.ts';

const Id = z.coerce.number().int().positive();
const ownPath = `${API}/customers/:customerId/cockpit/alarms/:alarm/threshold` as const;
const own = {
  scope: 'customer',
  needs: 'ALERT.write',
  params: z.strictObject({ customerId: Id, alarm: Id }),
  reply: SharedAlarm,
} as const;

export const setCustomerThreshold = route({
  ...own,
  method: 'PUT',
  path: ownPath,
  summary: 'Set the threshold of a shared alarm for a customer, within the bounds of the alarm',
  body: z.strictObject({ value: z.number() }),
  problems: [
    'NOT_FOUND',
    'THRESHOLD_INCORRECT',
    'COCKPIT_THRESHOLD_NOT_OFFERED',
    'COCKPIT_THRESHOLD_OUTSIDE',
    'COCKPIT_THRESHOLD_FROZEN',
    'COCKPIT_ALARM_SAVE_FAILED',
  ],
});

export const resetCustomerThreshold = route({
  ...own,
  method: 'DELETE',
  path: ownPath,
  summary: 'Return to the threshold of the provider',
  problems: ['NOT_FOUND', 'COCKPIT_THRESHOLD_FROZEN', 'COCKPIT_ALARM_REMOVE_FAILED'],
});

const path = `${API}/mt/cockpit/:cockpitId/alarms/:alarm/customer-thresholds` as const;
const params = alarmParams.extend({ customer: Id });
const Values = z.strictObject({ thresholds: z.array(CustomerThreshold) });
const admin = { scope: 'admin', needs: 'TEMPLATE.COCKPIT.write' } as const;

export const listCustomerThresholds = route({
  method: 'GET',
  path,
  scope: 'admin',
  needs: 'TEMPLATE.COCKPIT.read',
  summary: 'Thresholds of an alarm that customers have set themselves',
  params: alarmParams,
  reply: Values,
  problems: ['NOT_FOUND', 'COCKPIT_CONFIG_RESTORE_FAILED'],
});

export const freezeCustomerThreshold = route({
  ...admin,
  method: 'PATCH',
  path: `${path}/:customer`,
  summary:
    'Freeze the threshold that a customer has set, so that the customer cannot change it, or release it',
  params,
  body: z.strictObject({ frozen: z.boolean() }),
  reply: Values,
  problems: ['NOT_FOUND', 'COCKPIT_ALARM_SAVE_FAILED'],
});

export const removeCustomerThreshold = route({
  ...admin,
  method: 'DELETE',
  path: `${path}/:customer`,
  summary: 'Remove the threshold that a customer has set',
  params,
  reply: Values,
  problems: ['NOT_FOUND', 'COCKPIT_ALARM_REMOVE_FAILED'],
});

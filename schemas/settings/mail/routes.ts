import { z } from 'zod';
import { Delivery, DeliveryTestResult, withLastDelivery } from '../../notification/delivery.ts';
import { TargetHealthReply } from '../../notification/target-health.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';
import { API, route } from '../../route.ts';
import { filterChoices } from '../notification-scope.ts';
import { stated } from '../../stated.ts';
import { AlarmMail } from './alarm-mail.ts';

const PATH = `${API}/mt/settings/mails`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });

export const ListedAlarmMail = AlarmMail.extend({ id: z.int(), ...withLastDelivery });
export type ListedAlarmMail = z.infer<typeof ListedAlarmMail>;

/** Subject and text of a mail have the placeholders of webhooks. */
const templateProblems = [
  'WEBHOOK_PLACEHOLDER_UNKNOWN',
  'WEBHOOK_PLACEHOLDER_UNCLOSED',
] as const satisfies readonly ProblemCode[];

export const listAlarmMails = route({
  method: 'GET',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.read',
  summary: 'Mail notifications by name, with the choices of their form',
  reply: z.strictObject({
    mails: z.array(ListedAlarmMail),
    ...filterChoices,
  }),
});

export const createAlarmMail = route({
  method: 'POST',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Create a mail notification',
  body: AlarmMail,
  reply: z.strictObject({ id: z.int() }),
  problems: [...templateProblems, 'NAME_TAKEN', 'RESTRICTED_NOT_OWN'],
});

export const updateAlarmMail = route({
  method: 'PUT',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Update a mail notification',
  params,
  body: stated(AlarmMail),
  reply: z.strictObject({}),
  problems: [...templateProblems, 'NAME_TAKEN', 'NOT_FOUND', 'RESTRICTED_NOT_OWN'],
});

export const deleteAlarmMail = route({
  method: 'DELETE',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Delete a mail notification; its pending deliveries are dropped',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

export const testAlarmMail = route({
  method: 'POST',
  path: `${PATH}/test`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.write',
  summary: 'Send a test mail with example values, saved or not',
  body: AlarmMail,
  reply: DeliveryTestResult,
  problems: [...templateProblems, 'UNAVAILABLE'],
  noChange: 'act',
});

export const listMailDeliveries = route({
  method: 'GET',
  path: `${PATH}/:id/deliveries`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.read',
  summary: 'The last hundred mails of a mail notification, newest first',
  params,
  reply: z.strictObject({ deliveries: z.array(Delivery) }),
});

export const listMailHealth = route({
  method: 'GET',
  path: `${PATH}/health`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.SMTP.read',
  summary: 'Whether each mail notification is delivered: state, deliveries of the last 24 hours and queue',
  reply: TargetHealthReply,
});

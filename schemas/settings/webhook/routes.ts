import { z } from 'zod';
import { Delivery, DeliveryTestResult, withLastDelivery } from '../../notification/delivery.ts';
import { TargetHealthReply } from '../../notification/target-health.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';
import { API, route } from '../../route.ts';
import { filterChoices } from '../notification-scope.ts';
import { stated } from '../../stated.ts';
import { Webhook, WebhookDraft } from './webhook.ts';

const PATH = `${API}/mt/settings/webhooks`;
const params = z.strictObject({ id: z.coerce.number().int().positive() });

/** A webhook without its secret and header values, which are secrets. */
export const WebhookView = Webhook.extend({
  id: z.int(),
  secret: z.null(),
  headers: z.array(z.strictObject({ name: z.string(), value: z.null() })),
});
export type WebhookView = z.infer<typeof WebhookView>;

export const ListedWebhook = WebhookView.extend(withLastDelivery);
export type ListedWebhook = z.infer<typeof ListedWebhook>;

const faults = [
  'URL_INVALID',
  'WEBHOOK_JSON_INVALID',
  'WEBHOOK_PLACEHOLDER_UNKNOWN',
  'WEBHOOK_PLACEHOLDER_UNCLOSED',
  'WEBHOOK_PLACEHOLDER_IN_HOST',
  'WEBHOOK_TARGETS_IN_URL',
  'WEBHOOK_HEADER_REFUSED',
  'WEBHOOK_HEADER_TWICE',
  'WEBHOOK_HEADER_VALUE',
  'WEBHOOK_HEADER_UNKNOWN',
  'WEBHOOK_CHANNEL_MISSING',
  'WEBHOOK_SECRET_INVALID',
  'WEBHOOK_SECRET_MISSING',
] as const satisfies readonly ProblemCode[];

export const listWebhooks = route({
  method: 'GET',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.WEBHOOK.read',
  summary: 'Webhooks by name, without header values, with the last delivery and the choices of their form',
  reply: z.strictObject({ webhooks: z.array(ListedWebhook), ...filterChoices }),
});

export const createWebhook = route({
  method: 'POST',
  path: PATH,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.WEBHOOK.write',
  summary: 'Create a webhook',
  body: WebhookDraft,
  reply: z.strictObject({ id: z.int() }),
  problems: [...faults, 'NAME_TAKEN', 'RESTRICTED_NOT_OWN'],
});

/** A header without a value, and a secret that is null, keep the stored one if service, scheme, host and port of the URL are unchanged. */
export const updateWebhook = route({
  method: 'PUT',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.WEBHOOK.write',
  summary: 'Update a webhook',
  params,
  body: stated(WebhookDraft),
  reply: z.strictObject({}),
  problems: [...faults, 'NAME_TAKEN', 'NOT_FOUND', 'RESTRICTED_NOT_OWN'],
});

export const deleteWebhook = route({
  method: 'DELETE',
  path: `${PATH}/:id`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.WEBHOOK.write',
  summary: 'Delete a webhook; its pending deliveries are dropped',
  params,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
});

export const testWebhook = route({
  method: 'POST',
  path: `${PATH}/test`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.WEBHOOK.write',
  summary: 'Test a webhook with example values, saved or not',
  body: z.strictObject({
    webhook: WebhookDraft,
    /** Id of the stored webhook whose header values are used. */
    id: z.int().positive().optional(),
  }),
  reply: DeliveryTestResult,
  problems: [...faults, 'UNAVAILABLE'],
  noChange: 'act',
});

export const listWebhookDeliveries = route({
  method: 'GET',
  path: `${PATH}/:id/deliveries`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.WEBHOOK.read',
  summary: 'The last hundred deliveries of a webhook, newest first',
  params,
  reply: z.strictObject({ deliveries: z.array(Delivery) }),
});

export const listWebhookHealth = route({
  method: 'GET',
  path: `${PATH}/health`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SETTINGS.WEBHOOK.read',
  summary: 'Whether each webhook delivers: state, deliveries of the last 24 hours and queued notifications',
  reply: TargetHealthReply,
});

import { z } from 'zod';
import { filterFields, languageField, platformEventsField, restrictedField } from '../notification-scope.ts';
import { Line } from '../../text/line.ts';
import { WebhookService } from './service/webhook-service.ts';

export const WebhookTrigger = z.enum(['rising', 'falling', 'both']);
export type WebhookTrigger = z.infer<typeof WebhookTrigger>;

const Header = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  value: z.string().max(4_096, 'TOO_LONG'),
});

/** A call to another system when an alarm is raised (rising) or cleared (falling). */
export const Webhook = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(100, 'TOO_LONG'),
  enabled: z.boolean(),
  /** A service known by name has its own headers and payload: those of the webhook are for `custom`. */
  service: WebhookService.default('custom'),
  /** http or https; placeholders are allowed after the host. Of a service the address of its interface; of Teams empty. */
  url: z.string().trim().max(2_048, 'TOO_LONG'),
  /** Channel of Slack, chat of Telegram. */
  channel: Line.max(200, 'TOO_LONG').default(''),
  /** Token or key of the service; of Teams the address of the workflow. */
  secret: z.string().trim().max(2_048, 'TOO_LONG').default(''),
  headers: z.array(Header).max(20),
  payload: z.strictObject({ kind: z.enum(['json', 'text']), template: z.string().max(16_384, 'TOO_LONG') }),
  trigger: WebhookTrigger,
  ...filterFields,
  /** Skips the verification of the receiver's certificate. */
  allowInsecure: z.boolean(),
  ...restrictedField,
  ...platformEventsField,
  ...languageField,
});
export type Webhook = z.infer<typeof Webhook>;

/** Form input: a header without a value keeps the stored one, and so does a secret that is null. */
export const WebhookDraft = Webhook.extend({
  secret: Webhook.shape.secret.unwrap().nullable().default(''),
  headers: z.array(Header.extend({ value: Header.shape.value.nullable() })).max(20),
});
export type WebhookDraft = z.infer<typeof WebhookDraft>;

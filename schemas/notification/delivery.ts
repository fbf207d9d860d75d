import { z } from 'zod';
import { AlarmMail } from '../settings/mail/alarm-mail.ts';
import { Smtp } from '../settings/smtp/smtp.ts';
import { Webhook } from '../settings/webhook/webhook.ts';
import { TrapReceiver } from '../settings/snmp/trap-receiver.ts';

export const DeliveryState = z.enum(['retrying', 'delivered', 'dead', 'dropped']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** Outcome of a notification. Times are milliseconds since 1970. */
export const Delivery = z.strictObject({
  key: z.string(),
  state: DeliveryState,
  customer: z.int().nullable(),
  events: z.int(),
  attempts: z.int(),
  answer: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type Delivery = z.infer<typeof Delivery>;

/** Seal purpose of a test in transit. */
export const DELIVERY_TEST = 'delivery test';

/** Last delivery of a target in lists; null: none. */
export const withLastDelivery = { lastDelivery: Delivery.nullable() };

/** A test delivery with example values, requested by the server. Contains secrets: sealed in transit, never stored. */
export const DeliveryTest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), webhook: Webhook }),
  z.strictObject({ kind: z.literal('trap'), receiver: TrapReceiver }),
  z.strictObject({ kind: z.literal('mail'), smtp: Smtp, to: z.email() }),
  /** To the recipients through the configured mail server. */
  z.strictObject({ kind: z.literal('alarm-mail'), mail: AlarmMail }),
]);
export type DeliveryTest = z.infer<typeof DeliveryTest>;

export const DeliveryTestAnswer = z.strictObject({
  /** Sent content as text, without secrets. */
  sent: z.string(),
  delivered: z.boolean(),
  /** Reply of the receiver, or the connection failure. */
  answer: z.string(),
  durationMs: z.number(),
});
export type DeliveryTestAnswer = z.infer<typeof DeliveryTestAnswer>;

import { z } from 'zod';
import { AlarmMail } from '../settings/mail/alarm-mail.ts';
import { Smtp } from '../settings/smtp/smtp.ts';
import { Webhook } from '../settings/webhook/webhook.ts';
import { TrapReceiver } from '../settings/snmp/trap-receiver.ts';

export const DeliveryState = z.enum(['retrying', 'delivered', 'dead', 'dropped']);
export type DeliveryState = z.infer<typeof DeliveryState>;

/** What became of a notification. Times are milliseconds since 1970. */
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

/** Purpose of a test while it is on its way. */
export const DELIVERY_TEST = 'delivery test';

/** What a list of targets tells of each besides its settings: null until it was told something. */
export const withLastDelivery = { lastDelivery: Delivery.nullable() };

/** What the server asks the notification process to deliver now, with example values. Holds secrets: never stored, and sealed on its way. */
export const DeliveryTest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), webhook: Webhook }),
  z.strictObject({ kind: z.literal('trap'), receiver: TrapReceiver }),
  z.strictObject({ kind: z.literal('mail'), smtp: Smtp, to: z.email() }),
  /** To its recipients, over the mail server that is set up. */
  z.strictObject({ kind: z.literal('alarm-mail'), mail: AlarmMail }),
]);
export type DeliveryTest = z.infer<typeof DeliveryTest>;

export const DeliveryTestAnswer = z.strictObject({
  /** What was sent, as text; secrets are left out. */
  sent: z.string(),
  delivered: z.boolean(),
  /** What the receiver said, or why it could not be asked. */
  answer: z.string(),
  durationMs: z.number(),
});
export type DeliveryTestAnswer = z.infer<typeof DeliveryTestAnswer>;

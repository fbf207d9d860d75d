import { z } from 'zod';
import { AlarmMail } from './mail/alarm-mail.ts';
import { Smtp } from './smtp/smtp.ts';
import { TrapReceiver } from './snmp/trap-receiver.ts';
import { Webhook } from './webhook/webhook.ts';

/** Seal purpose of a test in transit. */
export const DELIVERY_TEST = 'delivery test';

/** A test delivery with example values, requested by the server. Contains secrets: sealed in transit, never stored. */
export const DeliveryTest = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('webhook'), webhook: Webhook }),
  z.strictObject({ kind: z.literal('trap'), receiver: TrapReceiver }),
  z.strictObject({ kind: z.literal('mail'), smtp: Smtp, to: z.email() }),
  /** To the recipients through the configured mail server. */
  z.strictObject({ kind: z.literal('alarm-mail'), mail: AlarmMail }),
]);
export type DeliveryTest = z.infer<typeof DeliveryTest>;

import { z } from 'zod';
import { TimeZone, ZoneName } from '../time/time-zone.ts';

export const BILLING_MAIL_SETTING = 'billing-mail';
const MAX_RECIPIENTS = 50;
const MAX_ADDRESS = 254;

/** Who gets the units by mail, stored as a setting. */
export const BillingMail = z.strictObject({
  /** Besides the addresses that are attached to the license. */
  recipients: z
    .array(z.email('RECIPIENT_INVALID').max(MAX_ADDRESS, 'TOO_LONG'))
    .max(MAX_RECIPIENTS, 'SELECTION_TOO_LARGE'),
  /** At the start of each month in the time zone. */
  monthly: z.boolean(),
  timeZone: TimeZone,
  language: z.enum(['en', 'fr']),
});
export type BillingMail = z.infer<typeof BillingMail>;

export const defaultBillingMail: BillingMail = {
  recipients: [],
  monthly: false,
  timeZone: 'UTC',
  language: 'en',
};

export const BillingMailView = z.strictObject({
  ...BillingMail.shape,
  /** May be unknown to this process: months follow UTC then. */
  timeZone: ZoneName,
  /** Addresses of the license. */
  attached: z.array(z.string()),
  /** Last month that was mailed, `2026-10`. */
  lastMonth: z.string().nullable(),
  lastSentAt: z.iso.datetime().nullable(),
});
export type BillingMailView = z.infer<typeof BillingMailView>;

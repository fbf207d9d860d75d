import { z } from 'zod';
import { intInRange } from '../limit/int-in-range.ts';
import { TimeZone, ZoneName } from '../time/time-zone.ts';
import { Line } from '../text/line.ts';

/** Client id: identifies the customer in addresses, file names and commands, and never changes. */
export const clientIdPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

/** Bit/s; up to 100 Tbit/s. */
const Bandwidth = intInRange(1, 100_000_000_000_000).nullable();
export const RECIPIENT_DEFAULT = 1;

export const CustomerDraft = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(200, 'TOO_LONG'),
  profile: z.int().positive(),
  /** Initial role of users created for this customer; null: the default role. */
  defaultRole: z.int().positive().nullable(),
  /** Collection sub-network. */
  recipientId: intInRange(1, 65_535).default(RECIPIENT_DEFAULT),
  contractedInBps: Bandwidth,
  contractedOutBps: Bandwidth,
  /** Zone of its days and business hours; null: that of its country, else that of the reader, UTC without one. */
  timeZone: TimeZone.nullable().default(null),
  /** Alarms that follow from an unreachable device or site are folded under its alarm, and not notified while it runs. */
  explainsAlarms: z.boolean().default(true),
});
export type CustomerDraft = z.infer<typeof CustomerDraft>;

/** A new customer: the client id cannot change later. */
export const FirstCustomerDraft = z.strictObject({
  clientId: z
    .string()
    .trim()
    .min(1, { error: 'REQUIRED', abort: true })
    .max(63, 'TOO_LONG')
    .regex(clientIdPattern, { error: 'CLIENT_ID_CHARACTERS' }),
  ...CustomerDraft.shape,
});
export type FirstCustomerDraft = z.infer<typeof FirstCustomerDraft>;

export const Customer = z.strictObject({
  id: z.int(),
  ...FirstCustomerDraft.shape,
  /** May be unknown to this process: that of the country counts then. */
  timeZone: ZoneName.nullable(),
  profileName: z.string(),
  defaultRoleLabel: z.string().nullable(),
  sites: z.int(),
  /** Zone of the country in which most of its sites are; null: none is known. It changes some seconds after the sites. */
  countryTimeZone: z.string().nullable(),
  createdAt: z.number(),
  version: z.int(),
});
export type Customer = z.infer<typeof Customer>;

import { z } from 'zod';
import { API, route } from '../route.ts';
import { stated } from '../stated.ts';
import { StoredRecurrence } from './recurrence.ts';
import { SilenceDraft, SilenceMatch } from './silence.ts';

/** A silence in lists. */
export const SilenceEntry = z.strictObject({
  id: z.number(),
  /** Null: a silence of the provider for every customer. */
  customer: z.number().nullable(),
  match: SilenceDraft.shape.match,
  reason: z.string(),
  author: z.string(),
  startsAt: z.number(),
  endsAt: z.number().nullable(),
  recurrence: StoredRecurrence.nullable(),
  /** Excluded from availability. */
  maintenance: z.boolean(),
  /** Optimistic lock: a stale version is a CONFLICT. */
  version: z.number(),
  state: z.enum(['planned', 'active', 'waiting', 'over']),
  /** Upcoming periods, at most five. */
  next: z.array(z.strictObject({ from: z.number(), until: z.number().nullable() })),
});
export type SilenceEntry = z.infer<typeof SilenceEntry>;

/** Values that are left out would match everything, and the maintenance would be derived again. */
const StatedSilence = SilenceDraft.safeExtend({ match: stated(SilenceMatch), maintenance: z.boolean() });
const SilenceChange = z.strictObject({ silence: StatedSilence, version: z.int().positive() });

const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });
const id = z.coerce.number().int().positive();
const named = z.array(z.strictObject({ id: z.number(), name: z.string() }));
const listReply = z.strictObject({
  silences: z.array(SilenceEntry),
  /** Visible alarms, and the elements of the silences. */
  alarms: named,
  elements: named,
});
export type SilenceList = z.infer<typeof listReply>;

export const SilenceDetails = z.strictObject({
  silence: SilenceEntry,
  /** Names of what it matches. */
  alarms: named,
  sites: named,
  elements: named,
});
export type SilenceDetails = z.infer<typeof SilenceDetails>;

const listQuery = z.strictObject({
  /** Includes the newest hundred ended silences. */
  over: z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
});

const ofCustomer = {
  path: `${API}/customers/:customerId/silence`,
  scope: 'customer',
} as const;
const ofProvider = { path: `${API}/mt/silence`, scope: 'admin' } as const;

export const listSilences = route({
  ...ofCustomer,
  method: 'GET',
  needs: 'ALERT.read',
  summary: 'Silences and maintenance windows of a customer, and those of the provider',
  params: customerParams,
  query: listQuery,
  reply: listReply,
});

/** A silence with the names of what it matches. Ended ones stay readable; one that the caller may not read is NOT_FOUND. */
export const readSilence = route({
  ...ofCustomer,
  path: `${ofCustomer.path}/:silence`,
  method: 'GET',
  needs: 'ALERT.read',
  summary: 'A silence of a customer or of the provider, also when it has ended',
  params: customerParams.extend({ silence: id }),
  reply: SilenceDetails,
  problems: ['NOT_FOUND'],
});

export const createSilence = route({
  ...ofCustomer,
  method: 'POST',
  needs: 'ALERT.write',
  summary: 'Create a silence for a customer',
  params: customerParams,
  body: SilenceDraft,
  reply: SilenceEntry,
});

export const updateSilence = route({
  ...ofCustomer,
  path: `${ofCustomer.path}/:silence`,
  method: 'PUT',
  needs: 'ALERT.write',
  summary: 'Update a silence that has not ended',
  params: customerParams.extend({ silence: id }),
  body: SilenceChange,
  reply: SilenceEntry,
  problems: ['NOT_FOUND', 'CONFLICT', 'SILENCE_OVER'],
});

export const expireSilence = route({
  ...ofCustomer,
  path: `${ofCustomer.path}/:silence/expire`,
  method: 'POST',
  needs: 'ALERT.write',
  summary: 'Expire a silence now; a maintenance window does not recur',
  params: customerParams.extend({ silence: id }),
  reply: SilenceEntry,
  problems: ['NOT_FOUND', 'SILENCE_OVER'],
});

export const listProviderSilences = route({
  ...ofProvider,
  method: 'GET',
  needs: 'ALERT.read',
  summary: 'Silences and maintenance windows for every customer',
  query: listQuery,
  reply: listReply,
});

export const createProviderSilence = route({
  ...ofProvider,
  everyCustomer: true,
  method: 'POST',
  needs: 'ALERT.write',
  summary: 'Create a silence for every customer',
  body: SilenceDraft,
  reply: SilenceEntry,
});

export const updateProviderSilence = route({
  ...ofProvider,
  everyCustomer: true,
  path: `${ofProvider.path}/:silence`,
  method: 'PUT',
  needs: 'ALERT.write',
  summary: 'Update a silence for every customer that has not ended',
  params: z.strictObject({ silence: id }),
  body: SilenceChange,
  reply: SilenceEntry,
  problems: ['NOT_FOUND', 'CONFLICT', 'SILENCE_OVER'],
});

export const expireProviderSilence = route({
  ...ofProvider,
  everyCustomer: true,
  path: `${ofProvider.path}/:silence/expire`,
  method: 'POST',
  needs: 'ALERT.write',
  summary: 'Expire a silence for every customer now',
  params: z.strictObject({ silence: id }),
  reply: SilenceEntry,
  problems: ['NOT_FOUND', 'SILENCE_OVER'],
});

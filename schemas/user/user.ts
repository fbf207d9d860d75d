import { z } from 'zod';
import { UserLanguage } from '../account/preferences.ts';
import { selectionLimits } from '../limit/selection.ts';

const Id = z.int().positive();
const Name = z.string().trim().max(100, 'TOO_LONG');

/** `admin`: by hand; `inactivity`, `retries`, `expired`: by itself. */
export const LockReason = z.enum(['admin', 'inactivity', 'retries', 'expired']);
export type LockReason = z.infer<typeof LockReason>;

/** A part of a customer's network, as the inventory names it. */
const Region = z.string().trim().min(1, 'REQUIRED').max(100, 'TOO_LONG');

/**
 * Sites of a customer that the user sees: those that are named, and those of the regions, sites to come included. A customer
 * that is left out is seen whole; empty lists are left of a restriction whose sites were all deleted, and stay a restriction.
 */
export const Restriction = z.strictObject({
  customer: Id,
  sites: z.array(Id).max(10_000),
  regions: z.array(Region).max(1_000).default([]),
});
export type Restriction = z.infer<typeof Restriction>;

const distinct = (list: readonly { readonly customer: number }[]): boolean =>
  new Set(list.map(({ customer }) => customer)).size === list.length;

const isEmptyOrEmail = (text: string): boolean => text === '' || z.regexes.email.test(text);

/** What the user form saves. */
export const UserDraft = z.strictObject({
  username: z
    .string()
    .trim()
    .min(1, 'REQUIRED')
    .max(100, 'TOO_LONG')
    .regex(/^\S+$/u, { error: 'WHITESPACE_REFUSED', abort: true }),
  firstName: Name,
  lastName: Name,
  email: z.string().trim().max(254, 'TOO_LONG').refine(isEmptyOrEmail, 'EMAIL_INVALID'),
  /** Null: the browser's. */
  language: UserLanguage.nullable(),
  role: Id,
  /** Every customer, those to come included; clients and profiles then count for nothing. */
  allCustomers: z.boolean(),
  customers: z.array(Id).max(10_000, 'SELECTION_TOO_LARGE'),
  profiles: z.array(Id).max(selectionLimits.maxProfiles, 'PROFILE_SELECTION_FULL'),
  restrictions: z.array(Restriction).max(10_000).refine(distinct, 'NOT_UNIQUE'),
});
export type UserDraft = z.infer<typeof UserDraft>;

/** Of somebody who is added: an identity provider answers for him from the beginning, by this username, or he has a password here. */
export const AddedUser = z.strictObject({ ...UserDraft.shape, signsInElsewhere: z.boolean().default(false) });
export type AddedUser = z.infer<typeof AddedUser>;

export const User = z.strictObject({
  ...UserDraft.shape,
  id: z.int(),
  roleLabel: z.string(),
  /** Clients that the user can see, through profiles as well. 0: "This user cannot access any client." */
  clientCount: z.int(),
  lock: z.strictObject({ reason: LockReason, at: z.number().nullable() }).nullable(),
  /** Null: "User never accessed the application." */
  lastAccessAt: z.number().nullable(),
  /** Null: an administrator had the password made, or the user signs in elsewhere. */
  passwordUpdatedAt: z.number().nullable(),
  passwordExpiresAt: z.number().nullable(),
  createdAt: z.number(),
  /** An identity provider answers for him: there is no password here, and none is made. */
  signsInElsewhere: z.boolean(),
  /** A second factor is asked for at sign-in. */
  secondFactor: z.boolean(),
  /** His rights, or what he sees, are not all the reader's: he can be looked at, and not changed. */
  beyondOwn: z.boolean(),
  version: z.int(),
});
export type User = z.infer<typeof User>;

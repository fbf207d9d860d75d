import { z } from 'zod';
import { UserLanguage } from '../account/preferences.ts';
import { selectionLimits } from '../limit/selection.ts';
import { Line } from '../text/line.ts';
import { isOfOneScript } from '../text/one-script.ts';

const Id = z.int().positive();

/**
 * Characters that leave no mark (Unicode categories Cc, Cf, Zl and Zp, default-ignorable code points, the blank Braille pattern): two
 * names could look alike, or be shown in another order.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const isVisible = (text: string): boolean => !invisible.test(text);

/** The text with its invisible characters written out, such as `\u{200b}`. */
export const withInvisible = (text: string): string =>
  text.replaceAll(
    new RegExp(invisible, 'gu'),
    (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
  );

const Name = z.string().trim().max(100, 'TOO_LONG').refine(isVisible, 'INVISIBLE_CHARACTER');

/** `admin`: by an administrator; `inactivity`, `retries`, `expired`: automatic. */
export const LockReason = z.enum(['admin', 'inactivity', 'retries', 'expired']);
export type LockReason = z.infer<typeof LockReason>;

/** A region of a customer's network. */
const Region = Line.min(1, 'REQUIRED').max(100, 'TOO_LONG');

/**
 * Visible sites of a customer: the listed ones and those of the regions, including future sites. Customers without a restriction
 * are fully visible; empty lists remain when all sites were deleted and still restrict.
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

const hasNoMarkup = (text: string): boolean => !/[<>"&`]/.test(text);

/** Dots, quotation marks and accents: at an edge, they are overlooked. Marks that stand for something, as in `svc$` or `#noc`, are not. */
const smallMark = String.raw`(?![\\@#%*/!?&])[\p{Po}\p{Pi}\p{Pf}\p{Sk}\u02B0-\u02FF]`;
const edge = new RegExp(`^(?:${smallMark}|\\p{M})|${smallMark}$`, 'u');
const hasPlainEdges = (text: string): boolean => !edge.test(text);

/** The same mark twice on a letter looks like one (UTS 39, section 5.4). */
const hasSingleMarks = (text: string): boolean => !/(\p{Mn})\1/u.test(text.normalize('NFD'));

/** The names of a person, as entered in the user form or asserted by an identity provider. */
export const PersonNames = z.strictObject({
  username: z
    .string()
    .trim()
    .min(1, 'REQUIRED')
    .max(100, 'TOO_LONG')
    .regex(/^\S+$/u, { error: 'WHITESPACE_REFUSED', abort: true })
    .normalize('NFC')
    .refine(isVisible, { error: 'INVISIBLE_CHARACTER', abort: true })
    .refine(hasNoMarkup, { error: 'USERNAME_CHARACTER', abort: true })
    .refine(hasPlainEdges, { error: 'USERNAME_EDGE', abort: true })
    .refine(hasSingleMarks, { error: 'LOOK_ALIKE_LETTERS', abort: true })
    .refine(isOfOneScript, 'LOOK_ALIKE_LETTERS'),
  firstName: Name,
  lastName: Name,
  email: z
    .string()
    .trim()
    .max(254, 'TOO_LONG')
    .refine(isVisible, { error: 'INVISIBLE_CHARACTER', abort: true })
    .refine(isEmptyOrEmail, 'EMAIL_INVALID'),
});
export type PersonNames = z.infer<typeof PersonNames>;

/** A user as entered in the user form. */
export const UserDraft = z.strictObject({
  ...PersonNames.shape,
  /** Null: language of the browser. */
  language: UserLanguage.nullable(),
  role: Id,
  /** Every customer, including future ones; overrides customers and profiles. */
  allCustomers: z.boolean(),
  customers: z.array(Id).max(10_000, 'SELECTION_TOO_LARGE'),
  profiles: z.array(Id).max(selectionLimits.maxProfiles, 'PROFILE_SELECTION_FULL'),
  restrictions: z.array(Restriction).max(10_000).refine(distinct, 'NOT_UNIQUE'),
});
export type UserDraft = z.infer<typeof UserDraft>;

/** A new user signs in through an identity provider with this username, or with a password here. */
export const AddedUser = z.strictObject({ ...UserDraft.shape, signsInElsewhere: z.boolean().default(false) });
export type AddedUser = z.infer<typeof AddedUser>;

export const User = z.strictObject({
  ...UserDraft.shape,
  id: z.int(),
  roleLabel: z.string(),
  /** Number of visible customers, including those of profiles. 0: "This user cannot access any client." */
  clientCount: z.int(),
  /** `until`: end of a lock by failed sign-ins; null: it lasts until it is lifted. */
  lock: z
    .strictObject({ reason: LockReason, at: z.number().nullable(), until: z.number().nullable() })
    .nullable(),
  /** Null: "User never accessed the application." */
  lastAccessAt: z.number().nullable(),
  /** Null: the password was issued by an administrator, or the user signs in elsewhere. */
  passwordUpdatedAt: z.number().nullable(),
  passwordExpiresAt: z.number().nullable(),
  createdAt: z.number(),
  /** The user signs in through an identity provider and has no password here. */
  signsInElsewhere: z.boolean(),
  /** A second factor is set up. */
  secondFactor: z.boolean(),
  /** Read-only for the caller, who lacks some of the user's permissions or customers. */
  exceedsOwn: z.boolean(),
  version: z.int(),
});
export type User = z.infer<typeof User>;

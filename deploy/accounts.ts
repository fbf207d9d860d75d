import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { hashPassword } from '#server/kernel/password/password-hash.ts';
import { lookAlikeAccount } from '#server/shared/account/look-alike-account.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { StartConfiguration } from './configuration.ts';
import type { ConsoleOutput } from './console-output.ts';

type Tx = Transaction<Database>;

/** A newly created account, with the password that is shown once. */
export interface CreatedAccount {
  readonly username: string;
  readonly password: string;
  readonly about: string;
}

export interface RoleSketch {
  readonly label: string;
  readonly isAdmin: boolean;
  readonly permissions: readonly Permission[];
}

const administrator: RoleSketch = { label: 'Administrator', isAdmin: true, permissions: permissionKeys };
/**
 * Returns the id of the role with this label; creates it with its permissions when it is missing and never changes an existing
 * one.
 */
async function roleId(tx: Tx, { label, isAdmin, permissions }: RoleSketch): Promise<number> {
  const existing = isAdmin
    ? await tx.selectFrom('role').select('id').where('is_admin', '=', true).orderBy('id').executeTakeFirst()
    : await tx.selectFrom('role').select('id').where('label', '=', label).executeTakeFirst();
  if (existing !== undefined) return existing.id;
  const { id } = await tx
    .insertInto('role')
    .values({ label, is_admin: isAdmin })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('role_permission')
    .values(permissions.map((permission) => ({ role_id: id, permission })))
    .execute();
  return id;
}

export interface AccountSketch {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly about: string;
  readonly email?: string;
  readonly role: RoleSketch;
  /** Client ids; every customer by default. */
  readonly customers?: readonly string[];
  /** The region of those customers that the account sees; all by default. */
  readonly region?: string;
  /** Sealed secret of a second factor that is set up. */
  readonly secondFactor?: string;
  /** Locked by an administrator. */
  readonly isLocked?: boolean;
  /** The password was generated: the first sign-in requires a new one. */
  readonly isGenerated?: boolean;
}

/** Gives the account its customers, or one region of them. */
async function grantCustomers(tx: Tx, id: number, { customers = [], region }: AccountSketch): Promise<void> {
  if (customers.length === 0) return;
  const found = await tx.selectFrom('customer').select('id').where('client_id', 'in', customers).execute();
  const rows = found.map((customer) => ({ account_id: id, customer_id: customer.id }));
  if (rows.length === 0) return;
  await tx.insertInto('account_customer').values(rows).execute();
  if (region === undefined) return;
  await tx.insertInto('account_restriction').values(rows).execute();
  await tx
    .insertInto('account_region')
    .values(rows.map((row) => ({ ...row, region })))
    .execute();
}

/** The characters of a username that are not those of a keyboard in English, by their numbers: two names may look the same. */
const unusual = (username: string): string =>
  Array.from(username)
    .filter((character) => character > '~')
    .map((character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(', ');

/** An account of the start was not created: the username of another one looks like its own (UTS 39, section 4). */
class LookAlikeError extends Error {
  override readonly name = 'LookAlikeError';

  constructor(username: string, other: string) {
    const characters = unusual(other);
    const named = characters === '' ? `“${other}”` : `“${other}” (with ${characters})`;
    super(
      `The account ${username} was not created: the username ${named} looks the same. Rename that user, and start again.`,
    );
  }
}

/**
 * Runs `ensure`; says why an account was not created because of a look-alike. The start continues: otherwise anyone who names users could
 * prevent it.
 */
export async function unlessLookAlike<Result>(
  say: (line: string) => void,
  ensure: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await ensure();
  } catch (error) {
    if (!(error instanceof LookAlikeError)) throw error;
    say(error.message);
    return undefined;
  }
}

/** Creates the account unless its name is taken; returns whether it did. Throws LookAlikeError. */
export async function ensureAccount(tx: Tx, sketch: AccountSketch): Promise<boolean> {
  const taken = await tx
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', sketch.username.toLowerCase()))
    .executeTakeFirst();
  if (taken !== undefined) return false;
  const other = await lookAlikeAccount(tx, sketch.username);
  if (other !== undefined) throw new LookAlikeError(sketch.username, other);
  const { id } = await tx
    .insertInto('account')
    .values({
      username: sketch.username,
      password_hash: await hashPassword(sketch.password),
      first_name: sketch.firstName,
      last_name: sketch.lastName,
      email: sketch.email ?? '',
      lock_reason: sketch.isLocked === true ? 'admin' : null,
      locked_at: sketch.isLocked === true ? new Date() : null,
      role_id: await roleId(tx, sketch.role),
      all_customers: sketch.customers === undefined,
      password_updated_at: new Date(),
      password_issued_at: sketch.isGenerated === true ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await grantCustomers(tx, id, sketch);
  if (sketch.secondFactor !== undefined)
    await tx
      .insertInto('second_factor')
      .values({ account_id: id, secret: sketch.secondFactor, confirmed_at: new Date() })
      .execute();
  return true;
}

/** 144 bits. */
const generatedPassword = (): string => randomBytes(18).toString('base64url');

/**
 * Creates the first administrator, `admin`, once, with the given password or a generated one, which was shown on a terminal and
 * must be changed (OWASP ASVS 5.0, 6.4.1). Throws LookAlikeError.
 */
export async function ensureAdministrator(
  db: Kysely<Database>,
  given: string,
): Promise<CreatedAccount | undefined> {
  const password = given === '' ? generatedPassword() : given;
  const sketch: AccountSketch = {
    username: 'admin',
    firstName: 'First',
    lastName: 'Administrator',
    about: 'administrator',
    password,
    role: administrator,
    isGenerated: given === '',
  };
  const made = await db.transaction().execute((tx) => ensureAccount(tx, sketch));
  return made ? sketch : undefined;
}

export const accountLine = ({ username, password, about }: CreatedAccount): string =>
  `  ${username} / ${password}   (${about})`;

/** Prints the first administrator, if it was created just now. */
export function sayAdministrator(
  { say }: Pick<ConsoleOutput, 'say'>,
  { TELLTALE_ADMIN_PASSWORD: given }: Pick<StartConfiguration, 'TELLTALE_ADMIN_PASSWORD'>,
  administrator: CreatedAccount | undefined,
): void {
  if (administrator === undefined) return;
  say('First administrator, shown this once:');
  say(accountLine(given === '' ? administrator : { ...administrator, password: 'the password you gave' }));
}

import { randomBytes } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { hashPassword } from '#server/kernel/password/password-hash.ts';
import { permissionAreas, permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Permission, PermissionKey } from '#schemas/permission/catalogue.ts';
import type { Database } from '#schemas/table/postgres.ts';

type Tx = Transaction<Database>;

/** A newly created account, with the password that is shown once. */
export interface CreatedAccount {
  readonly username: string;
  readonly password: string;
  readonly about: string;
}

interface RoleSketch {
  readonly label: string;
  readonly isAdmin: boolean;
  readonly permissions: readonly Permission[];
}

const groupOf = (permission: Permission): string =>
  permissionAreas[permission.slice(0, permission.lastIndexOf('.')) as PermissionKey].group;

const administrator: RoleSketch = { label: 'Administrator', isAdmin: true, permissions: permissionKeys };
/** Reads everything and handles alarms. */
const operator: RoleSketch = {
  label: 'Operator',
  isAdmin: false,
  permissions: permissionKeys.filter((key) => key.endsWith('.read') || groupOf(key) === 'client'),
};
const customerUser: RoleSketch = {
  label: 'Customer',
  isAdmin: false,
  permissions: permissionKeys.filter((key) => groupOf(key) === 'client' && key.endsWith('.read')),
};

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

interface AccountSketch {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly password: string;
  readonly about: string;
  readonly role: RoleSketch;
  /** Client ids; every customer by default. */
  readonly customers?: readonly string[];
  /** The password was generated: the first sign-in requires a new one. */
  readonly isGenerated?: boolean;
}

/** Creates the account unless its name is taken; returns whether it did. */
async function ensureAccount(tx: Tx, sketch: AccountSketch): Promise<boolean> {
  const taken = await tx
    .selectFrom('account')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['username']), '=', sketch.username.toLowerCase()))
    .executeTakeFirst();
  if (taken !== undefined) return false;
  const { id } = await tx
    .insertInto('account')
    .values({
      username: sketch.username,
      password_hash: await hashPassword(sketch.password),
      first_name: sketch.firstName,
      last_name: sketch.lastName,
      role_id: await roleId(tx, sketch.role),
      all_customers: sketch.customers === undefined,
      password_updated_at: new Date(),
      password_issued_at: sketch.isGenerated === true ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (sketch.customers !== undefined && sketch.customers.length > 0)
    await tx
      .insertInto('account_customer')
      .columns(['account_id', 'customer_id'])
      .expression((eb) =>
        eb
          .selectFrom('customer')
          .select((value) => [value.val(id).as('account_id'), 'customer.id'])
          .where('client_id', 'in', sketch.customers ?? []),
      )
      .execute();
  return true;
}

/** 144 bits. */
const generatedPassword = (): string => randomBytes(18).toString('base64url');

/**
 * Creates the first administrator, `admin`, once, with the given password or a generated one, which was shown on a terminal and
 * must be changed (OWASP ASVS 5.0, 6.4.1).
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

/** Accounts of the demonstration network. Their passwords are public: never create them together with real customers. */
export const demonstrationAccounts: readonly CreatedAccount[] = [
  { username: 'noc', password: 'telltale-demo-noc', about: 'operator, every customer' },
  {
    username: 'boreval',
    password: 'telltale-demo-boreval',
    about: 'user of the customer Boréval Distribution',
  },
  {
    username: 'tessandre',
    password: 'telltale-demo-tessandre',
    about: 'user of the customer Tessandre Banque',
  },
];

export async function ensureDemonstrationAccounts(db: Kysely<Database>): Promise<void> {
  for (const account of demonstrationAccounts) {
    const isOperator = account.username === 'noc';
    await db.transaction().execute((tx) =>
      ensureAccount(tx, {
        ...account,
        firstName: isOperator ? 'Network' : 'Customer',
        lastName: isOperator ? 'Operations' : 'User',
        role: isOperator ? operator : customerUser,
        ...(isOperator ? {} : { customers: [account.username] }),
      }),
    );
  }
}

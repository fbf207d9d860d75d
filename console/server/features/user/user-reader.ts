import type { Db } from '#platform/postgres/postgres.ts';
import { passwordExpiry } from '#schemas/user/rules.ts';
import { LockReason, type User } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readRoleRejections } from '../../kernel/access/role-rights.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { readPolicy } from '../../kernel/password/read-policy.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { canSeeUser, exceedsCaller, isSelf } from './user-reach.ts';
import { readAccounts, readGrants, type AccountRow, type Grants } from './user-rows.ts';

const msOf = (date: Date | null): number | null => date?.getTime() ?? null;

function lockOf({ lock_reason, locked_at, lock_ends_at }: AccountRow): User['lock'] {
  const reason = LockReason.safeParse(lock_reason);
  return reason.success ? { reason: reason.data, at: msOf(locked_at), until: msOf(lock_ends_at) } : null;
}

interface UserContext {
  readonly grants: Grants;
  readonly exceedsOwn: boolean;
  /** Number of customers of the installation. */
  readonly customerTotal: number;
  readonly expiryDays: number | null;
}

function userOf(row: AccountRow, { grants, exceedsOwn, customerTotal, expiryDays }: UserContext): User {
  const passwordUpdatedAt = msOf(row.password_updated_at);
  const createdAt = row.created_at.getTime();
  const givenAt = msOf(row.password_issued_at);
  const dates = { updatedAt: passwordUpdatedAt, givenAt, createdAt, hasPassword: Boolean(row.has_password) };
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    language: row.language === 'en' || row.language === 'fr' ? row.language : null,
    role: row.role_id,
    roleLabel: row.label,
    allCustomers: row.all_customers,
    customers: [...grants.customers],
    profiles: [...grants.profiles],
    restrictions: [...grants.restrictions],
    clientCount: row.all_customers ? customerTotal : grants.effective.size,
    lock: lockOf(row),
    lastAccessAt: msOf(row.last_access_at),
    passwordUpdatedAt,
    passwordExpiresAt: passwordExpiry(dates, expiryDays),
    createdAt,
    signsInElsewhere: Boolean(row.signs_in_elsewhere),
    secondFactor: Boolean(row.has_second_factor),
    exceedsOwn,
    version: row.version,
  };
}

async function customerCount(db: Db | Tx): Promise<number> {
  const { count } = await db
    .selectFrom('customer')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Users that the caller may see, or one of them. */
export async function readVisibleUsers(db: Db | Tx, caller: Caller, id?: number): Promise<User[]> {
  const rows = await readAccounts(db, id === undefined ? undefined : [id]);
  const grantsOf = await readGrants(
    db,
    rows.map((row) => row.id),
  );
  const rejectionOf = await readRoleRejections(db, caller);
  const customerTotal = await customerCount(db);
  const { expiryDays } = await readPolicy(db);
  const exceedsSites = await exceedsCaller(db, caller);
  return rows.flatMap((row) => {
    const grants = grantsOf(row.id);
    if (!canSeeUser(caller, row, grants)) return [];
    const exceedsOwn =
      (!isSelf(caller, row) && rejectionOf(row.role_id) !== undefined) || exceedsSites(row, grants);
    return [userOf(row, { grants, exceedsOwn, customerTotal, expiryDays })];
  });
}

/** Throws NOT_FOUND for an unknown user and for one that the caller may not see. */
export async function readVisibleUser(db: Db | Tx, caller: Caller, id: number): Promise<User> {
  const [user] = await readVisibleUsers(db, caller, id);
  if (user === undefined) throw new ProblemError('NOT_FOUND');
  return user;
}

import { Preferences } from '#schemas/account/preferences.ts';
import type { account as accountTable } from '#schemas/table/access.ts';
import type { Row } from '#schemas/table/relation.ts';

/** The fields of an account that sign-in reads. */
export interface Account {
  readonly id: number;
  readonly username: string;
  /** Null for an account without a password. */
  readonly passwordHash: string | null;
  readonly email: string;
  readonly language: 'en' | 'fr' | null;
  readonly theme: Preferences['theme'];
  readonly dates: Preferences['dates'];
  readonly roleId: number;
  readonly lockReason: string | null;
  /** End of a lock by failed sign-ins. Null: it lasts until it is lifted. */
  readonly lockEndsAt: Date | null;
  /** Failures in a row of browsers that are not known, also during a lock. */
  readonly failedLogins: number;
  readonly passwordUpdatedAt: Date | null;
  /** When an administrator issued the current password. Null when the user has chosen it. */
  readonly passwordIssuedAt: Date | null;
  readonly createdAt: Date;
}

export const accountColumns = [
  'id',
  'username',
  'password_hash',
  'email',
  'language',
  'theme',
  'dates',
  'role_id',
  'lock_reason',
  'lock_ends_at',
  'failed_logins',
  'password_updated_at',
  'password_issued_at',
  'created_at',
] as const;
type AccountRow = Pick<Row<typeof accountTable>, (typeof accountColumns)[number]>;

export const preferencesOf = ({ language, theme, dates }: Pick<AccountRow, keyof Preferences>): Preferences =>
  Preferences.parse({ language, theme, dates });

export const parseAccount = (row: AccountRow): Account => ({
  id: row.id,
  username: row.username,
  passwordHash: row.password_hash,
  email: row.email,
  ...preferencesOf(row),
  roleId: row.role_id,
  lockReason: row.lock_reason,
  lockEndsAt: row.lock_ends_at,
  failedLogins: row.failed_logins,
  passwordUpdatedAt: row.password_updated_at,
  passwordIssuedAt: row.password_issued_at,
  createdAt: row.created_at,
});

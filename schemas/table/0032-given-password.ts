/**
 * A password that an administrator had made is changed at the first sign-in. Nobody knows when those were handed over that are
 * there already: their age counts from the upgrade.
 */
export const givenPassword: readonly string[] = [
  `ALTER TABLE account ADD COLUMN password_given_at timestamptz`,
  `UPDATE account SET password_given_at = now() WHERE password_hash IS NOT NULL AND password_updated_at IS NULL`,
];

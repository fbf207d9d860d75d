import { sql } from 'kysely';

/**
 * Whether an account is the last unlocked administrator, whom no one else could unlock. Refers to the tables as `account` and
 * `role`.
 */
export const isLastAdministrator = sql<boolean>`(
  EXISTS (SELECT 1 FROM role WHERE role.id = account.role_id AND role.is_admin)
  AND NOT EXISTS (
    SELECT 1 FROM account AS other JOIN role ON role.id = other.role_id
    WHERE role.is_admin AND other.lock_reason IS NULL AND other.id <> account.id
  )
)`;

import type { Db } from '#platform/postgres/postgres.ts';
import {
  defaultSignInPolicy,
  SIGN_IN_SETTING,
  SignInPolicy,
} from '#schemas/settings/sign-in/sign-in-policy.ts';
import type { Tx } from '../audit/audit-trail.ts';

/** The sign-in policy. The default until it is saved for the first time. */
export async function readPolicy(db: Db | Tx): Promise<SignInPolicy> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', SIGN_IN_SETTING)
    .executeTakeFirst();
  return row === undefined ? defaultSignInPolicy : SignInPolicy.parse(row.value);
}

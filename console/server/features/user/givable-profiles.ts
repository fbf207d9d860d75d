import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Profiles whose customers, those to come included, are the caller's to give. */
export async function givableProfiles(
  db: Pick<Tx, 'selectFrom'>,
  caller: Caller,
): Promise<(profile: number) => boolean> {
  if (caller.allCustomers) return () => true;
  // A token is bound to customers: what its owner sees through a profile may be more.
  if (caller.token !== undefined) return () => false;
  const rows = await db
    .selectFrom('account_profile')
    .select('profile_id')
    .where('account_id', '=', caller.id)
    .execute();
  const own = new Set(rows.map(({ profile_id }) => profile_id));
  return (profile) => own.has(profile);
}

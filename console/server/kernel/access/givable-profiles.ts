import type { Tx } from '../audit/audit-trail.ts';
import type { Caller } from './caller.ts';

/** Profiles that the caller may assign, because all their customers, including future ones, are the caller's. */
export async function givableProfiles(
  db: Pick<Tx, 'selectFrom'>,
  caller: Caller,
): Promise<(profile: number) => boolean> {
  if (caller.allCustomers) return () => true;
  // A token is bound to customers: its owner may see more through a profile.
  if (caller.token !== undefined) return () => false;
  const rows = await db
    .selectFrom('account_profile')
    .select('profile_id')
    .where('account_id', '=', caller.id)
    .execute();
  const own = new Set(rows.map(({ profile_id }) => profile_id));
  return (profile) => own.has(profile);
}

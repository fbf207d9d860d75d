import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { givableProfiles } from '../../kernel/access/givable-profiles.ts';
import { givableRegions } from './check-draft.ts';
import { readRoleRejections } from '../../kernel/access/role-rights.ts';

/** Choices of the user form for this caller. */
export async function userChoicesFor(db: Db, caller: Caller) {
  const rejectionOf = await readRoleRejections(db, caller);
  const roles = await db
    .selectFrom('role')
    .select(['id', 'label', 'is_default as isDefault'])
    .orderBy('label', asNames)
    .execute();
  const profiles = await db
    .selectFrom('customer_profile')
    .select(['id', 'name'])
    .orderBy('name', asNames)
    .execute();
  const defaults = await db.selectFrom('customer').select(['id', 'default_role_id', 'profile_id']).execute();
  // The caller must not learn the name of a profile that only customers of others have.
  const visible = new Set(defaults.filter(({ id }) => caller.customers.has(id)).map((row) => row.profile_id));
  const defaultRoles = new Map(defaults.map(({ id, default_role_id }) => [id, default_role_id]));
  const isGivable = await givableProfiles(db, caller);
  return {
    roles: roles.map((role) => ({
      ...role,
      exceedsOwn: rejectionOf(role.id) !== undefined,
    })),
    profiles: profiles
      .filter(({ id }) => isGivable(id) || visible.has(id))
      .map((profile) => ({ ...profile, exceedsOwn: !isGivable(profile.id) })),
    customers: [...caller.customers.values()].map(({ id, name, clientId }) => ({
      id,
      name,
      clientId,
      defaultRole: defaultRoles.get(id) ?? null,
    })),
    allCustomers: caller.allCustomers,
  };
}

/** Sites of a customer that the caller sees, and regions that the caller may assign. */
export async function userSitesFor(db: Db, caller: Caller, customer: number) {
  if (!caller.customers.has(customer)) throw new ProblemError('NOT_FOUND');
  const rows = await db
    .selectFrom('network_element')
    .innerJoin('site', 'site.id', 'network_element.id')
    .select(['network_element.id', 'name', 'region'])
    .where('customer_id', '=', customer)
    .orderBy('name', asNames)
    .execute();
  const seen = caller.sites.get(customer);
  return {
    sites: rows.filter(({ id }) => seen === undefined || seen.has(id)),
    regions: [...(await givableRegions(db, caller, customer))],
  };
}

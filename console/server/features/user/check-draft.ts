import type { Restriction, User, UserDraft } from '#schemas/user/user.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { givableProfiles } from '../../kernel/access/givable-profiles.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { requireGivableRole } from '../../kernel/access/role-rights.ts';

async function checkProfiles(tx: Tx, profiles: readonly number[], caller: Caller): Promise<void> {
  if (profiles.length === 0) return;
  const rows = await tx.selectFrom('customer_profile').select('id').where('id', 'in', profiles).execute();
  if (rows.length < new Set(profiles).size) throw new ProblemError('RESOURCE_MISSING');
  const isGivable = await givableProfiles(tx, caller);
  if (!profiles.every(isGivable)) throw new ProblemError('RIGHTS_EXCEED_OWN');
}

/** Regions of a customer that the caller may assign, including their future sites. */
export async function givableRegions(
  db: Pick<Tx, 'selectFrom'>,
  caller: Caller,
  customer: number,
): Promise<readonly string[]> {
  const isComplete = caller.sites.get(customer) === undefined;
  // A token of a restricted user assigns sites, but no regions.
  if (!isComplete && caller.token !== undefined) return [];
  const rows = await db
    .selectFrom('network_element as element')
    .innerJoin('site', 'site.id', 'element.id')
    .select('region')
    .distinct()
    .where('customer_id', '=', customer)
    .where('region', '<>', '')
    .$if(!isComplete, (query) =>
      query.where('region', 'in', (eb) =>
        eb
          .selectFrom('account_region')
          .select('account_region.region')
          .where('account_region.account_id', '=', caller.id)
          .where('account_region.customer_id', '=', customer),
      ),
    )
    .orderBy('region')
    .execute();
  return rows.map(({ region }) => region);
}

/** Accepts regions that the caller may assign, and regions that the user has already: their last site may have been deleted. */
async function checkRegions(
  tx: Tx,
  { restrictions }: UserDraft,
  { caller, before }: { readonly caller: Caller; readonly before: readonly Restriction[] },
): Promise<void> {
  for (const { customer, regions } of restrictions) {
    if (regions.length === 0) continue;
    const known = before.find((restriction) => restriction.customer === customer)?.regions ?? [];
    const givable = new Set([...known, ...(await givableRegions(tx, caller, customer))]);
    if (!regions.every((region) => givable.has(region))) throw new ProblemError('RESOURCE_MISSING');
  }
}

/** Rejects sites that the caller does not see. */
async function checkSites(tx: Tx, { restrictions }: UserDraft, caller: Caller): Promise<void> {
  for (const { customer, sites } of restrictions) {
    const seen = caller.sites.get(customer);
    const isOwn =
      caller.customers.has(customer) && sites.every((site) => seen === undefined || seen.has(site));
    if (!isOwn) throw new ProblemError('RESOURCE_MISSING');
    if (sites.length === 0) continue;
    const rows = await tx
      .selectFrom('network_element')
      .select('id')
      .where('customer_id', '=', customer)
      .where('kind', '=', 'site')
      .where('id', 'in', sites)
      .execute();
    if (rows.length < new Set(sites).size) throw new ProblemError('RESOURCE_MISSING');
  }
}

/** A caller restricted to a part of a customer assigns at most that part, also through a profile. */
async function checkParts(tx: Tx, draft: UserDraft, caller: Caller): Promise<void> {
  if (caller.sites.size === 0) return;
  const { customers, profiles, restrictions, allCustomers } = draft;
  const limited = new Set(restrictions.map(({ customer }) => customer));
  const unrestricted = [...caller.sites.keys()].filter((customer) => !limited.has(customer));
  const throughProfiles =
    profiles.length === 0
      ? []
      : await tx.selectFrom('customer').select('id').where('profile_id', 'in', profiles).execute();
  const given = new Set([...customers, ...throughProfiles.map(({ id }) => id)]);
  if (unrestricted.some((customer) => allCustomers || given.has(customer)))
    throw new ProblemError('RIGHTS_EXCEED_OWN');
}

function checkCustomers({ allCustomers, customers }: UserDraft, caller: Caller): void {
  if (allCustomers && !caller.allCustomers) throw new ProblemError('RIGHTS_EXCEED_OWN');
  // Reported as missing: the caller must not learn whether it exists.
  if (!customers.every((customer) => caller.customers.has(customer)))
    throw new ProblemError('RESOURCE_MISSING');
}

/** Throws when a draft grants unknown objects, or more than the caller has. `before`: the user as it is. */
export async function checkDraft(
  tx: Tx,
  draft: UserDraft,
  { caller, before }: { readonly caller: Caller; readonly before?: Pick<User, 'role' | 'restrictions'> },
): Promise<void> {
  if (draft.role !== before?.role) await requireGivableRole(tx, draft.role, caller);
  checkCustomers(draft, caller);
  await checkProfiles(tx, draft.profiles, caller);
  await checkSites(tx, draft, caller);
  await checkRegions(tx, draft, { caller, before: before?.restrictions ?? [] });
  await checkParts(tx, draft, caller);
  const hasNone = draft.customers.length === 0 && draft.profiles.length === 0;
  if (hasNone && !draft.allCustomers && !caller.allCustomers) throw new ProblemError('CLIENT_REQUIRED');
}

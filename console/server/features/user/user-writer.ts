import type { UserDraft } from '#schemas/user/user.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';

export const cellsOf = (draft: UserDraft) => ({
  username: draft.username,
  first_name: draft.firstName,
  last_name: draft.lastName,
  email: draft.email,
  language: draft.language,
  role_id: draft.role,
  all_customers: draft.allCustomers,
});

async function setCustomers(tx: Tx, account: number, customers: readonly number[]): Promise<void> {
  await tx.deleteFrom('account_customer').where('account_id', '=', account).execute();
  if (customers.length === 0) return;
  const rows = [...new Set(customers)].map((customer) => ({ account_id: account, customer_id: customer }));
  await tx.insertInto('account_customer').values(rows).execute();
}

async function setProfiles(tx: Tx, account: number, profiles: readonly number[]): Promise<void> {
  await tx.deleteFrom('account_profile').where('account_id', '=', account).execute();
  if (profiles.length === 0) return;
  const rows = [...new Set(profiles)].map((profile) => ({ account_id: account, profile_id: profile }));
  await tx.insertInto('account_profile').values(rows).execute();
}

async function setRestrictions(tx: Tx, account: number, { restrictions }: UserDraft): Promise<void> {
  await tx.deleteFrom('account_restriction').where('account_id', '=', account).execute();
  await tx.deleteFrom('account_site').where('account_id', '=', account).execute();
  await tx.deleteFrom('account_region').where('account_id', '=', account).execute();
  if (restrictions.length === 0) return;
  await tx
    .insertInto('account_restriction')
    .values(restrictions.map(({ customer }) => ({ account_id: account, customer_id: customer })))
    .execute();
  const regions = restrictions.flatMap(({ customer, regions }) =>
    [...new Set(regions)].map((region) => ({ account_id: account, customer_id: customer, region })),
  );
  if (regions.length > 0) await tx.insertInto('account_region').values(regions).execute();
  const sites = new Set(restrictions.flatMap((restriction) => restriction.sites));
  if (sites.size === 0) return;
  await tx
    .insertInto('account_site')
    .values([...sites].map((site) => ({ account_id: account, site_id: site })))
    .execute();
}

export async function setGrants(tx: Tx, account: number, draft: UserDraft): Promise<void> {
  await setCustomers(tx, account, draft.customers);
  await setProfiles(tx, account, draft.profiles);
  await setRestrictions(tx, account, draft);
}

import type { Tx } from '../../kernel/audit/audit-trail.ts';

/** Fields recorded in the audit trail of an account that an identity provider creates or updates, as in user administration. */
export async function identityAuditSnapshot(tx: Tx, id: number) {
  const account = await tx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'role_id')
    .select(['username', 'first_name', 'last_name', 'email', 'label', 'all_customers'])
    .where('account.id', '=', id)
    .executeTakeFirstOrThrow();
  const customers = await tx
    .selectFrom('account_customer')
    .select('customer_id')
    .where('account_id', '=', id)
    .orderBy('customer_id')
    .execute();
  const profiles = await tx
    .selectFrom('account_profile')
    .select('profile_id')
    .where('account_id', '=', id)
    .orderBy('profile_id')
    .execute();
  const identities = await tx
    .selectFrom('account_identity')
    .select('name_id')
    .where('account_id', '=', id)
    .orderBy('name_id')
    .execute();
  return {
    username: account.username,
    firstName: account.first_name,
    lastName: account.last_name,
    email: account.email,
    role: account.label,
    allCustomers: account.all_customers,
    customers: customers.map(({ customer_id }) => customer_id),
    profiles: profiles.map(({ profile_id }) => profile_id),
    identities: identities.map(({ name_id }) => name_id),
  };
}

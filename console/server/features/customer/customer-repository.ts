import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { exporterCollision, lockExporters } from '../../shared/element/exporter-collision.ts';
import type { Customer, CustomerDraft, FirstCustomerDraft } from '#schemas/customer/customer.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { givableProfiles } from '../../kernel/access/givable-profiles.ts';
import { requireGivableRole } from '../../kernel/access/role-rights.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';

async function readCustomers(db: Db | Tx, ids: readonly number[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('customer')
    .innerJoin('customer_profile as profile', 'profile.id', 'profile_id')
    .leftJoin('role', 'role.id', 'default_role_id')
    .select(['customer.id', 'client_id', 'customer.name', 'profile_id', 'profile.name as profileName'])
    .select(['default_role_id', 'role.label as roleLabel', 'recipient_id', 'customer.version', 'created_at'])
    .select(['contracted_in_bps', 'contracted_out_bps', 'explains_alarms', 'time_zone'])
    .select('country_time_zone')
    .select((eb) => [
      eb
        .selectFrom('network_element as element')
        .select((count) => count.fn.countAll<number>().as('sites'))
        .whereRef('element.customer_id', '=', 'customer.id')
        .where('element.kind', '=', 'site')
        .$asScalar()
        .as('sites'),
    ])
    .where('customer.id', 'in', ids)
    .orderBy('customer.name', asNames)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientId: row.client_id,
    name: row.name,
    profile: row.profile_id,
    profileName: row.profileName,
    defaultRole: row.default_role_id,
    defaultRoleLabel: row.roleLabel,
    recipientId: row.recipient_id,
    contractedInBps: row.contracted_in_bps,
    contractedOutBps: row.contracted_out_bps,
    timeZone: row.time_zone,
    countryTimeZone: row.country_time_zone,
    explainsAlarms: row.explains_alarms,
    sites: row.sites ?? 0,
    createdAt: row.created_at.getTime(),
    version: row.version,
  }));
}

const auditSubject = ({ id, name }: Customer) => ({
  subject: 'customer',
  subjectId: id,
  subjectName: name,
  customer: id,
});

/** Fields recorded in the audit trail. */
const auditSnapshot = (customer: Customer) => ({
  clientId: customer.clientId,
  name: customer.name,
  profile: customer.profileName,
  defaultRole: customer.defaultRoleLabel,
  recipientId: customer.recipientId,
  contractedInBps: customer.contractedInBps,
  contractedOutBps: customer.contractedOutBps,
  timeZone: customer.timeZone,
  explainsAlarms: customer.explainsAlarms,
});

const cellsOf = (draft: CustomerDraft) => ({
  name: draft.name,
  profile_id: draft.profile,
  default_role_id: draft.defaultRole,
  recipient_id: draft.recipientId,
  contracted_in_bps: draft.contractedInBps,
  contracted_out_bps: draft.contractedOutBps,
  time_zone: draft.timeZone,
  explains_alarms: draft.explainsAlarms,
});

/**
 * A profile grants the customer to its users and templates. The caller must be allowed to assign it; a new customer may have the
 * default profile.
 */
async function checkProfile(
  tx: Tx,
  profile: number,
  { caller, before }: { readonly caller: Caller; readonly before?: number },
): Promise<void> {
  const found = await tx
    .selectFrom('customer_profile')
    .select(['id', 'is_default'])
    .where('id', '=', profile)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (found === undefined) throw new ProblemError('RESOURCE_MISSING');
  if (profile === before || (before === undefined && found.is_default)) return;
  const isGivable = await givableProfiles(tx, caller);
  if (!isGivable(profile)) throw new ProblemError('RIGHTS_EXCEED_OWN');
}

/** Rejects two customers with one exporter address in one sub-network: the flows of one would be attributed to the other. */
async function checkRecipient(
  tx: Tx,
  customer: { readonly id: number; readonly recipientId: number },
  recipientId: number,
): Promise<void> {
  if (recipientId === customer.recipientId) return;
  const address = await exporterCollision(tx, { customer: customer.id, recipientId });
  if (address === undefined) return;
  const fault = { code: 'EXPORTER_COLLISION', params: { address } } as const;
  throw new ProblemError('VALIDATION', { errors: [{ path: 'body.recipientId', ...fault }] });
}

/** Locks the customer. Not FOR UPDATE: a concurrent cluster share inserts elements of the customer, which would deadlock. */
async function lockCustomer({ tx, actor: { caller } }: Change, id: number): Promise<Customer> {
  if (!caller.customers.has(id)) throw new ProblemError('NOT_FOUND');
  await tx.selectFrom('customer').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [customer] = await readCustomers(tx, [id]);
  if (customer === undefined) throw new ProblemError('NOT_FOUND');
  return customer;
}

export interface CustomerRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** The customers in PostgreSQL. */
export class CustomerRepository {
  readonly #needs: CustomerRepositoryNeeds;

  constructor(needs: CustomerRepositoryNeeds) {
    this.#needs = needs;
  }

  list({ customers }: Caller): Promise<Customer[]> {
    return readCustomers(this.#needs.db, [...customers.keys()]);
  }

  /** Roles that can be the default role of a customer. */
  listRoles(): Promise<{ id: number; label: string }[]> {
    return this.#needs.db.selectFrom('role').select(['id', 'label']).orderBy('label', asNames).execute();
  }

  async read({ customers }: Caller, id: number): Promise<Customer> {
    const [found] = customers.has(id) ? await readCustomers(this.#needs.db, [id]) : [];
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found;
  }

  create(draft: FirstCustomerDraft, actor: Actor): Promise<Customer> {
    const { caller } = actor;
    const taken = { duplicate: 'CLIENT_ID_TAKEN', duplicateField: 'clientId' } as const;
    return transact(this.#needs, actor, taken, async ({ tx, record }) => {
      await checkProfile(tx, draft.profile, { caller });
      if (draft.defaultRole !== null) await requireGivableRole(tx, draft.defaultRole, caller);
      const { id } = await tx
        .insertInto('customer')
        .values({ client_id: draft.clientId, ...cellsOf(draft) })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (!caller.allCustomers)
        await tx.insertInto('account_customer').values({ account_id: caller.id, customer_id: id }).execute();
      const [created] = await readCustomers(tx, [id]);
      if (created === undefined) throw new Error('a created customer is missing');
      await record({ action: 'customer.create', ...auditSubject(created), after: auditSnapshot(created) });
      return created;
    });
  }

  update(
    { id, version, ...draft }: CustomerDraft & { readonly id: number; readonly version: number },
    actor: Actor,
  ): Promise<Customer> {
    const { caller } = actor;
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, record } = change;
      await lockExporters(tx);
      const before = await lockCustomer(change, id);
      await checkProfile(tx, draft.profile, { caller, before: before.profile });
      await checkRecipient(tx, before, draft.recipientId);
      if (draft.defaultRole !== null && draft.defaultRole !== before.defaultRole)
        await requireGivableRole(tx, draft.defaultRole, caller);
      rejectStale(before.version, version);
      await tx
        .updateTable('customer')
        .set({ ...cellsOf(draft), version: version + 1 })
        .where('id', '=', id)
        .execute();
      const [after] = await readCustomers(tx, [id]);
      if (after === undefined) throw new ProblemError('NOT_FOUND');
      await record({
        action: 'customer.update',
        ...auditSubject(after),
        before: auditSnapshot(before),
        after: auditSnapshot(after),
      });
      return after;
    });
  }

  /** Deletes the customer with its inventory. `clientId` confirms the choice. */
  delete(id: number, clientId: string, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const { tx, record } = change;
      const before = await lockCustomer(change, id);
      if (before.clientId !== clientId) throw new ProblemError('CLIENT_ID_UNCONFIRMED');
      // Its shares are deleted too, and clusters are placed again. That needs this lock, which other holders take before customers.
      await sql`SELECT pg_advisory_xact_lock(hashtext('cluster_template'))`.execute(tx);
      await tx.deleteFrom('customer').where('id', '=', id).execute();
      const note = { sites: before.sites };
      await record({
        action: 'customer.delete',
        ...auditSubject(before),
        before: auditSnapshot(before),
        note,
      });
    });
  }
}

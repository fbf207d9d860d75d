import { sql } from 'kysely';
import type { Db } from '#platform/postgres/postgres.ts';
import { exporterCollision, lockExporters } from '#server/shared/element/exporter-collision.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import type { Customer, CustomerDraft, FirstCustomerDraft } from '#schemas/customer/customer.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { exceedsOwnRights, roleRightsOf } from '#schemas/role/rules.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { givableProfiles } from '../../kernel/access/givable-profiles.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';

const UNIQUE_VIOLATION = '23505';

export interface CustomerActor {
  readonly caller: Caller;
  readonly audit: Audit;
}

async function readCustomers(db: Db | Tx, ids: readonly number[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('customer')
    .innerJoin('customer_profile as profile', 'profile.id', 'profile_id')
    .leftJoin('role', 'role.id', 'default_role_id')
    .select(['customer.id', 'client_id', 'customer.name', 'profile_id', 'profile.name as profileName'])
    .select(['default_role_id', 'role.label as roleLabel', 'recipient_id', 'customer.version', 'created_at'])
    .select(['contracted_in_bps', 'contracted_out_bps'])
    .select((is) => [
      is
        .selectFrom('network_element as element')
        .select((count) => count.fn.countAll<number>().as('sites'))
        .whereRef('element.customer_id', '=', 'customer.id')
        .where('element.kind', '=', 'site')
        .$asScalar()
        .as('sites'),
    ])
    .where('customer.id', 'in', ids)
    .orderBy('customer.name')
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
    sites: row.sites ?? 0,
    createdAt: row.created_at.getTime(),
    version: row.version,
  }));
}

const subject = ({ id, name }: Customer) => ({
  subject: 'customer',
  subjectId: id,
  subjectName: name,
  customer: id,
});

const told = (customer: Customer) => ({
  clientId: customer.clientId,
  name: customer.name,
  profile: customer.profileName,
  defaultRole: customer.defaultRoleLabel,
  recipientId: customer.recipientId,
  contractedInBps: customer.contractedInBps,
  contractedOutBps: customer.contractedOutBps,
});

const cellsOf = (draft: CustomerDraft) => ({
  name: draft.name,
  profile_id: draft.profile,
  default_role_id: draft.defaultRole,
  recipient_id: draft.recipientId,
  contracted_in_bps: draft.contractedInBps,
  contracted_out_bps: draft.contractedOutBps,
});

/** A role that gives more than the caller has is not his to hand out, not even to users to come. */
async function checkRole(tx: Tx, role: number | null, caller: Caller): Promise<void> {
  if (role === null) return;
  const found = await tx.selectFrom('role').select('is_admin').where('id', '=', role).executeTakeFirst();
  if (found === undefined) throw new ProblemError('RESOURCE_MISSING');
  const rows = await tx
    .selectFrom('role_permission')
    .select('permission')
    .where('role_id', '=', role)
    .execute();
  const held = new Set(rows.map(({ permission }) => permission));
  const permissions = permissionKeys.filter((permission) => held.has(permission));
  if (exceedsOwnRights(roleRightsOf({ isAdmin: found.is_admin, permissions }), caller.permissions))
    throw new ProblemError('RIGHTS_EXCEED_OWN');
}

/** A profile gives its users and templates the customer: it is one that the caller may give, or the default one at first. */
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

/** Two customers with one exporter address in one sub-network: the flows of the one would be those of the other. */
async function checkRecipient(
  tx: Tx,
  customer: { readonly id: number; readonly recipientId: number },
  recipientId: number,
): Promise<void> {
  if (recipientId === customer.recipientId) return;
  const address = await exporterCollision(tx, { customer: customer.id, recipientId });
  if (address === undefined) return;
  const fault = { code: 'EXPORTER_COLLISION', params: { address } } as const;
  const message = problemText(fault.code, 'en', fault.params);
  throw new ProblemError('VALIDATION', { errors: [{ path: 'body.recipientId', message, ...fault }] });
}

/** Not FOR UPDATE: whoever shares a cluster just then makes elements of it, and would wait for who waits for him. */
async function customerToChange(tx: Tx, caller: Caller, id: number): Promise<Customer> {
  if (!caller.customers.has(id)) throw new ProblemError('NOT_FOUND');
  await tx.selectFrom('customer').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const [customer] = await readCustomers(tx, [id]);
  if (customer === undefined) throw new ProblemError('NOT_FOUND');
  return customer;
}

export class CustomerRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  list({ customers }: Caller): Promise<Customer[]> {
    return readCustomers(this.#db, [...customers.keys()]);
  }

  /** Roles that a customer's users can begin with. */
  roles(): Promise<{ id: number; label: string }[]> {
    return this.#db.selectFrom('role').select(['id', 'label']).orderBy('label').execute();
  }

  async read({ customers }: Caller, id: number): Promise<Customer> {
    const [found] = customers.has(id) ? await readCustomers(this.#db, [id]) : [];
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found;
  }

  async create(draft: FirstCustomerDraft, { caller, audit }: CustomerActor): Promise<Customer> {
    try {
      return await this.#db.transaction().execute((tx) => this.#create(tx, draft, { caller, audit }));
    } catch (error) {
      if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new ProblemError('CLIENT_ID_TAKEN', { cause: error });
      throw error;
    }
  }

  async #create(tx: Tx, draft: FirstCustomerDraft, { caller, audit }: CustomerActor): Promise<Customer> {
    await checkProfile(tx, draft.profile, { caller });
    await checkRole(tx, draft.defaultRole, caller);
    const { id } = await tx
      .insertInto('customer')
      .values({ client_id: draft.clientId, ...cellsOf(draft) })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (!caller.allCustomers)
      await tx.insertInto('account_customer').values({ account_id: caller.id, customer_id: id }).execute();
    const [made] = await readCustomers(tx, [id]);
    if (made === undefined) throw new Error('a customer that was just made is not there');
    await audit(tx, { action: 'customer.create', ...subject(made), after: told(made) });
    return made;
  }

  async update(
    { id, version, ...draft }: CustomerDraft & { readonly id: number; readonly version: number },
    { caller, audit }: CustomerActor,
  ): Promise<Customer> {
    return this.#db.transaction().execute(async (tx) => {
      await lockExporters(tx);
      const before = await customerToChange(tx, caller, id);
      await checkProfile(tx, draft.profile, { caller, before: before.profile });
      await checkRecipient(tx, before, draft.recipientId);
      if (draft.defaultRole !== before.defaultRole) await checkRole(tx, draft.defaultRole, caller);
      if (before.version !== version) throw new ProblemError('CONFLICT');
      await tx
        .updateTable('customer')
        .set({ ...cellsOf(draft), version: version + 1 })
        .where('id', '=', id)
        .execute();
      const [after] = await readCustomers(tx, [id]);
      if (after === undefined) throw new ProblemError('NOT_FOUND');
      await audit(tx, {
        action: 'customer.update',
        ...subject(after),
        before: told(before),
        after: told(after),
      });
      return after;
    });
  }

  /** With its whole inventory; `clientId` says that this one is meant. */
  async delete(id: number, clientId: string, { caller, audit }: CustomerActor): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const before = await customerToChange(tx, caller, id);
      if (before.clientId !== clientId) throw new ProblemError('CLIENT_ID_UNCONFIRMED');
      // Its shares go with it, and clusters are spread anew: the lock of that first, as whoever holds it makes elements of customers.
      await sql`SELECT pg_advisory_xact_lock(hashtext('cluster_template'))`.execute(tx);
      await tx.deleteFrom('customer').where('id', '=', id).execute();
      const note = { sites: before.sites };
      await audit(tx, { action: 'customer.delete', ...subject(before), before: told(before), note });
    });
  }
}

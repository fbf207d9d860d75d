import type { z } from 'zod';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import { exceedsOwnRights } from '#schemas/role/rules.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { ApiToken, createDashboardDisplay } from '#schemas/token/routes.ts';
import type { AnnounceAccess } from '../../kernel/access/access-change.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { tokenHash } from '../../kernel/token/token-store.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';

const TOKEN_BYTES = 32;
/** Lets secret scanners recognize a leaked token. */
const PREFIX = 'telltale_';

export interface TokenDraft {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly customers: 'all' | readonly number[];
  readonly days: number;
  readonly display?: true;
  /** Dashboards of a display, in place of alarms. */
  readonly documents?: readonly number[];
}

/** All that a display of alarms may do, and one of dashboards. */
const displayPermissions = ['ALERT.read'] as const satisfies readonly Permission[];
const dashboardPermissions = ['DASHBOARD.read'] as const satisfies readonly Permission[];
/** Of an author who may have private dashboards. */
const privatePermissions = ['PRIVATE.RESOURCE.read'] as const satisfies readonly Permission[];

const inCatalogueOrder = (permissions: Iterable<string>): Permission[] => {
  const granted = new Set(permissions);
  return permissionKeys.filter((permission) => granted.has(permission));
};

async function readTokens(db: Db | Tx, account: number): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('name', asNames)
    .execute();
  const bound = await db
    .selectFrom('api_token_customer')
    .innerJoin('api_token', 'api_token.id', 'token_id')
    .select(['token_id', 'customer_id'])
    .where('account_id', '=', account)
    .orderBy('customer_id')
    .execute();
  const shown = await db
    .selectFrom('api_token_document')
    .innerJoin('api_token', 'api_token.id', 'token_id')
    .select(['token_id', 'resource_id'])
    .where('account_id', '=', account)
    .orderBy('resource_id')
    .execute();
  const byToken = Map.groupBy(bound, ({ token_id }) => token_id);
  const documentsOf = Map.groupBy(shown, ({ token_id }) => token_id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    permissions: inCatalogueOrder(row.permissions),
    display: row.display,
    documents: (documentsOf.get(row.id) ?? []).map(({ resource_id }) => resource_id),
    customers: row.all_customers ? 'all' : (byToken.get(row.id) ?? []).map(({ customer_id }) => customer_id),
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    lastUsedAddress: row.last_used_address,
  }));
}

/** A token grants at most what its owner may do and see. */
function checkDraft({ permissions, customers }: TokenDraft, caller: Caller): void {
  if (exceedsOwnRights(new Set(permissions), caller.permissions)) throw new ProblemError('RIGHTS_EXCEED_OWN');
  if (customers !== 'all' && !customers.every((customer) => caller.customers.has(customer)))
    throw new ProblemError('NOT_FOUND');
}

const auditSubject = ({ id, name }: ApiToken) => ({ subject: 'token', subjectId: id, subjectName: name });
/** Fields recorded in the audit trail. */
const auditSnapshot = ({ name, permissions, customers, display, documents, expiresAt }: ApiToken) => ({
  name,
  permissions,
  display,
  ...(documents.length > 0 && { documents }),
  customers,
  expiresAt,
});

export interface TokenRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Walls that show a revoked token go dark at once. */
  readonly announce: AnnounceAccess;
  /** Reads a dashboard that the caller may read in a customer. Throws NOT_FOUND, DASHBOARD_UNAVAILABLE. */
  readonly dashboard: (customer: number, id: number, caller: Caller) => Promise<unknown>;
}

async function insertToken({ tx, now, actor }: Change, draft: TokenDraft, token: string): Promise<ApiToken> {
  const { id } = await tx
    .insertInto('api_token')
    .values({
      account_id: actor.caller.id,
      name: draft.name,
      token_hash: tokenHash(token),
      permissions: inCatalogueOrder(closure(draft.permissions)),
      all_customers: draft.customers === 'all',
      display: draft.display === true,
      created_at: now,
      expires_at: addMs(now, draft.days * DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (draft.customers !== 'all') {
    const bound = [...new Set(draft.customers)].map((customer) => ({ token_id: id, customer_id: customer }));
    await tx.insertInto('api_token_customer').values(bound).execute();
  }
  const documents = [...new Set(draft.documents)].map((resource) => ({
    token_id: id,
    resource_id: resource,
  }));
  if (documents.length > 0) await tx.insertInto('api_token_document').values(documents).execute();
  const created = (await readTokens(tx, actor.caller.id)).find((found) => found.id === id);
  if (created === undefined) throw new Error('a created token is missing');
  return created;
}

/** The caller's own API tokens in PostgreSQL. */
export class TokenRepository {
  readonly #needs: TokenRepositoryNeeds;

  constructor(needs: TokenRepositoryNeeds) {
    this.#needs = needs;
  }

  list(caller: Caller): Promise<ApiToken[]> {
    return readTokens(this.#needs.db, caller.id);
  }

  /** Only this reply contains the token itself. */
  async create(draft: TokenDraft, actor: Actor): Promise<{ token: string; made: ApiToken }> {
    checkDraft(draft, actor.caller);
    const token = `${PREFIX}${this.#needs.ids.bytes(TOKEN_BYTES).toString('base64url')}`;
    return transact(
      this.#needs,
      actor,
      { duplicate: 'NAME_TAKEN', duplicateField: 'name' },
      async (change) => {
        const made = await insertToken(change, draft, token);
        await change.record({ action: 'token.create', ...auditSubject(made), after: auditSnapshot(made) });
        return { token, made };
      },
    );
  }

  /** A token for a wall, with one customer or all of the caller's. */
  createDisplay(
    { name, customer, days }: { name: string; customer: number | null; days: number },
    actor: Actor,
  ): Promise<{ token: string; made: ApiToken }> {
    const customers = customer === null ? 'all' : [customer];
    return this.create({ name, permissions: displayPermissions, customers, days, display: true }, actor);
  }

  /** A token for a wall of dashboards of a customer. */
  async createDashboardDisplay(
    { name, customer, documents, days }: z.output<typeof createDashboardDisplay.body>,
    actor: Actor,
  ): Promise<{ token: string; made: ApiToken }> {
    const { caller } = actor;
    // A new dashboard is private: without it the wall of its own author would stay dark. The token reads these documents alone.
    const ofPrivate = privatePermissions.filter((permission) => caller.permissions.has(permission));
    const permissions = [...dashboardPermissions, ...ofPrivate];
    const draft = { name, permissions, customers: [customer], days, documents };
    checkDraft(draft, actor.caller);
    for (const id of documents) await this.#needs.dashboard(customer, id, actor.caller);
    return this.create({ ...draft, display: true }, actor);
  }

  async revoke(id: number, actor: Actor): Promise<void> {
    await transact(this.#needs, actor, {}, async ({ tx, record }) => {
      const before = (await readTokens(tx, actor.caller.id)).find((found) => found.id === id);
      if (before === undefined) throw new ProblemError('NOT_FOUND');
      await tx.deleteFrom('api_token').where('id', '=', id).execute();
      await record({ action: 'token.revoke', ...auditSubject(before), before: auditSnapshot(before) });
    });
    this.#needs.announce({ account: actor.caller.id });
  }
}

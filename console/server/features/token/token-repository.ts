import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { sqlStateOf } from '#platform/postgres/sql-state.ts';
import { permissionKeys } from '#schemas/permission/catalogue.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { closure } from '#schemas/permission/grants.ts';
import { exceedsOwnRights } from '#schemas/role/rules.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { ApiToken } from '#schemas/token/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Audit, Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { tokenHash } from '../../kernel/token/token-store.ts';

const UNIQUE_VIOLATION = '23505';
const TOKEN_BYTES = 32;
/** Tells a scanner for leaked secrets what it has found. */
const PREFIX = 'telltale_';

export interface TokenActor {
  readonly caller: Caller;
  readonly audit: Audit;
}

export interface TokenDraft {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly customers: 'all' | readonly number[];
  readonly days: number;
}

const ordered = (permissions: Iterable<string>): Permission[] => {
  const held = new Set(permissions);
  return permissionKeys.filter((permission) => held.has(permission));
};

async function readTokens(db: Db | Tx, account: number): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_token')
    .selectAll()
    .where('account_id', '=', account)
    .orderBy('name')
    .execute();
  const bound = await db
    .selectFrom('api_token_customer')
    .innerJoin('api_token', 'api_token.id', 'token_id')
    .select(['token_id', 'customer_id'])
    .where('account_id', '=', account)
    .orderBy('customer_id')
    .execute();
  const byToken = Map.groupBy(bound, ({ token_id }) => token_id);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    permissions: ordered(row.permissions),
    customers: row.all_customers ? 'all' : (byToken.get(row.id) ?? []).map(({ customer_id }) => customer_id),
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    lastUsedAt: row.last_used_at?.getTime() ?? null,
    lastUsedAddress: row.last_used_address,
  }));
}

/** A wish goes no further than its owner. */
function check({ permissions, customers }: TokenDraft, caller: Caller): void {
  if (exceedsOwnRights(new Set(permissions), caller.permissions)) throw new ProblemError('RIGHTS_EXCEED_OWN');
  if (customers !== 'all' && !customers.every((customer) => caller.customers.has(customer)))
    throw new ProblemError('NOT_FOUND');
}

const subject = ({ id, name }: ApiToken) => ({ subject: 'token', subjectId: id, subjectName: name });
const told = ({ name, permissions, customers, expiresAt }: ApiToken) => ({
  ...{ name, permissions, customers, expiresAt },
});

export class TokenRepository {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #ids: IdSource;

  constructor({ db, clock, ids }: { db: Db; clock: Clock; ids: IdSource }) {
    this.#db = db;
    this.#clock = clock;
    this.#ids = ids;
  }

  list(caller: Caller): Promise<ApiToken[]> {
    return readTokens(this.#db, caller.id);
  }

  /** The token leaves the server in this answer only. */
  async create(wish: TokenDraft, actor: TokenActor): Promise<{ token: string; made: ApiToken }> {
    check(wish, actor.caller);
    const token = `${PREFIX}${this.#ids.bytes(TOKEN_BYTES).toString('base64url')}`;
    try {
      const made = await this.#db.transaction().execute((tx) => this.#insert(tx, { wish, token, ...actor }));
      return { token, made };
    } catch (error) {
      if (sqlStateOf(error) === UNIQUE_VIOLATION) throw new ProblemError('NAME_TAKEN', { cause: error });
      throw error;
    }
  }

  async #insert(
    tx: Tx,
    { wish, token, caller, audit }: TokenActor & { readonly wish: TokenDraft; readonly token: string },
  ): Promise<ApiToken> {
    const now = this.#clock.now();
    const { id } = await tx
      .insertInto('api_token')
      .values({
        account_id: caller.id,
        name: wish.name,
        token_hash: tokenHash(token),
        permissions: ordered(closure(wish.permissions)),
        all_customers: wish.customers === 'all',
        created_at: now,
        expires_at: addMs(now, wish.days * DAY_MS),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (wish.customers !== 'all') {
      const bound = [...new Set(wish.customers)].map((customer) => ({ token_id: id, customer_id: customer }));
      await tx.insertInto('api_token_customer').values(bound).execute();
    }
    const made = (await readTokens(tx, caller.id)).find((found) => found.id === id);
    if (made === undefined) throw new Error('a token that was just made is not there');
    await audit(tx, { action: 'token.create', ...subject(made), after: told(made) });
    return made;
  }

  async revoke(id: number, { caller, audit }: TokenActor): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const before = (await readTokens(tx, caller.id)).find((found) => found.id === id);
      if (before === undefined) throw new ProblemError('NOT_FOUND');
      await tx.deleteFrom('api_token').where('id', '=', id).execute();
      await audit(tx, { action: 'token.revoke', ...subject(before), before: told(before) });
    });
  }
}

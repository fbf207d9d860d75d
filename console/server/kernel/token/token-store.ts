import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { permissionKeys, type Permission } from '#schemas/permission/catalogue.ts';
import type { AccessStore } from '../access/access-store.ts';
import type { Caller } from '../access/caller.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { narrowCaller, type TokenReach } from './narrow-caller.ts';

/** Minimum interval between writes of the last use. */
const TOUCH_MS = 60_000;

const known = new Set<string>(permissionKeys);
const isPermission = (text: string): text is Permission => known.has(text);

interface StoredToken {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly all_customers: boolean;
  readonly display: boolean;
  readonly expires_at: Date;
  readonly last_used_at: Date | null;
}

/** Only the hash is stored. Tokens have 256 random bits, so a fast hash is enough (OWASP ASVS 5.0, 6.5.2). */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex');

/** API tokens. Each request reads its token, so that a revoked one fails at once. */
export class TokenStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #access: AccessStore;

  constructor({ db, clock, access }: { db: Db; clock: Clock; access: AccessStore }) {
    this.#db = db;
    this.#clock = clock;
    this.#access = access;
  }

  /** The caller of a token. Undefined when it is unknown or expired, or when its owner is deleted or locked. */
  async callerOf(token: string, address: string): Promise<Caller | undefined> {
    const found = await this.#read(tokenHash(token));
    if (found === undefined) return undefined;
    const caller = await this.#narrow(found);
    if (caller === undefined) return undefined;
    if (!caller.owner.permissions.has('API.read')) throw new ProblemError('TOKEN_SCOPE');
    await this.#touch(found, address);
    return caller.narrowed;
  }

  /** The current caller of a display token by its hash. Undefined for any other token, and where `callerOf` rejects. */
  async displayOf(hash: string): Promise<Caller | undefined> {
    const found = await this.#read(hash);
    if (found?.display !== true) return undefined;
    const caller = await this.#narrow(found);
    return caller?.owner.permissions.has('API.read') === true ? caller.narrowed : undefined;
  }

  #read(hash: string): Promise<StoredToken | undefined> {
    return this.#db
      .selectFrom('api_token')
      .select([
        'id',
        'account_id',
        'name',
        'permissions',
        'all_customers',
        'display',
        'expires_at',
        'last_used_at',
      ])
      .where('token_hash', '=', hash)
      .where('expires_at', '>', this.#clock.now())
      .executeTakeFirst();
  }

  /** The owner now, and restricted by the token. Undefined when the owner is deleted or locked. */
  async #narrow(found: StoredToken): Promise<{ owner: Caller; narrowed: Caller } | undefined> {
    const owner = await this.#access.callerOf(found.account_id);
    if (owner === undefined) return undefined;
    const customers = found.all_customers ? undefined : await this.#customersOf(found.id);
    const permissions = found.permissions.filter(isPermission);
    const display = found.display ? await this.#displayOf(found) : undefined;
    return { owner, narrowed: narrowCaller(owner, { id: found.id, permissions, customers, display }) };
  }

  async #displayOf({ id, name, expires_at }: StoredToken): Promise<TokenReach['display'] & object> {
    const rows = await this.#db
      .selectFrom('api_token_document')
      .select('resource_id')
      .where('token_id', '=', id)
      .execute();
    const documents = new Set(rows.map(({ resource_id }) => resource_id));
    return { name, expiresAt: expires_at.getTime(), documents };
  }

  async #customersOf(id: number): Promise<ReadonlySet<number>> {
    const rows = await this.#db
      .selectFrom('api_token_customer')
      .select('customer_id')
      .where('token_id', '=', id)
      .execute();
    return new Set(rows.map(({ customer_id }) => customer_id));
  }

  async #touch(
    { id, last_used_at }: { readonly id: number; readonly last_used_at: Date | null },
    address: string,
  ): Promise<void> {
    const now = this.#clock.now();
    if (last_used_at !== null && last_used_at > addMs(now, -TOUCH_MS)) return;
    await this.#db
      .updateTable('api_token')
      .set({ last_used_at: now, last_used_address: address })
      .where('id', '=', id)
      .execute();
  }
}

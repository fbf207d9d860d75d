import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AccessStore } from '../access/access-store.ts';
import type { Caller } from '../access/caller.ts';
import { ProblemError } from '../problem/problem-error.ts';
import { RENDER_TOKEN_PREFIX } from '#schemas/rendering/rendering.ts';
import { narrowByToken, readToken } from './read-token.ts';
import { readRenderedRun, rendererOf } from './render-token.ts';

/** Minimum interval between writes of the last use. */
const TOUCH_MS = 60_000;

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
    if (token.startsWith(RENDER_TOKEN_PREFIX)) return this.#rendererOf(token);
    const found = await readToken(this.#db, { hash: tokenHash(token) }, this.#clock.now());
    if (found === undefined) return undefined;
    const owner = await this.#access.callerOf(found.account_id);
    if (owner === undefined) return undefined;
    if (!owner.permissions.has('API.read')) throw new ProblemError('TOKEN_SCOPE');
    await this.#touch(found, address);
    return narrowByToken(this.#db, found, owner);
  }

  /**
   * What renders a report: it reads that report with the rights that its requester has now, while the attempt lasts. Undefined when it does
   * not last any more, or the requester may not read reports of the customer.
   */
  async #rendererOf(token: string): Promise<Caller | undefined> {
    const run = await readRenderedRun(this.#db, tokenHash(token), this.#clock.now());
    if (run === undefined) return undefined;
    const owner = await this.#access.callerOf(run.requester_id);
    if (owner?.permissions.has('REPORT.read') !== true || !owner.customers.has(run.customer_id))
      return undefined;
    return rendererOf(owner, run);
  }

  /** The current caller of a display token by its hash. Undefined for any other token, and where `callerOf` rejects. */
  async displayOf(hash: string): Promise<Caller | undefined> {
    const found = await readToken(this.#db, { hash }, this.#clock.now());
    if (found?.display !== true) return undefined;
    const owner = await this.#access.callerOf(found.account_id);
    return owner?.permissions.has('API.read') === true ? narrowByToken(this.#db, found, owner) : undefined;
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

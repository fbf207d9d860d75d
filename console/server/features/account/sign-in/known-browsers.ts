import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { knownBrowserLimits } from '#schemas/limit/account.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { Tx } from '#server/kernel/audit/audit-trail.ts';
import type { Cookies } from '#server/kernel/session/cookies.ts';
import { comparableName } from '../account-repository.ts';

const TOKEN_BYTES = 32;
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A browser with which a user has signed in before. */
export interface KnownBrowser {
  readonly accountId: number;
  readonly tokenHash: string;
}

export interface KnownBrowserNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly cookies: Cookies;
  /** Signs the cookie, so that a forged one costs no query. */
  readonly key: Buffer;
}

/**
 * Browsers with which users have signed in before (OWASP, Slow Down Online Guessing Attacks with Device Cookies). Strangers who fail
 * with a username delay and lock out each other, but not these browsers. The cookie alone opens nothing.
 */
export class KnownBrowsers {
  readonly #needs: KnownBrowserNeeds;

  constructor(needs: KnownBrowserNeeds) {
    this.#needs = needs;
  }

  /** Undefined when this user has not signed in with the browser of the request, or too long ago. */
  async find(request: FastifyRequest, user: number | string): Promise<KnownBrowser | undefined> {
    const tokenHash = this.#tokenHashOf(request);
    if (tokenHash === undefined) return undefined;
    let looking = this.#needs.db
      .selectFrom('known_browser')
      .innerJoin('account', 'account.id', 'account_id')
      .select('account.id')
      .where('token_hash', '=', tokenHash)
      .where('used_at', '>', this.#oldest());
    looking =
      typeof user === 'number'
        ? looking.where('account.id', '=', user)
        : looking.where((eb) => eb(eb.fn<string>('lower', ['username']), '=', comparableName(user)));
    const row = await looking.executeTakeFirst();
    return row && { accountId: row.id, tokenHash };
  }

  /**
   * Remembers that the user has signed in with the browser of the request. The browser gets a new token: a planted one becomes
   * useless to whom has planted it.
   */
  async remember(request: FastifyRequest, reply: FastifyReply, accountId: number): Promise<void> {
    const { db, clock, ids, cookies } = this.#needs;
    const token = ids.bytes(TOKEN_BYTES).toString('base64url');
    const tokenHash = hashOf(token);
    const before = this.#tokenHashOf(request);
    await db.transaction().execute(async (tx) => {
      if (before !== undefined)
        await tx
          .updateTable('known_browser')
          .set({ token_hash: tokenHash })
          .where('token_hash', '=', before)
          .execute();
      const used = { failures: 0, used_at: clock.now() };
      await tx
        .insertInto('known_browser')
        .values({ account_id: accountId, token_hash: tokenHash, ...used })
        .onConflict((conflict) => conflict.columns(['account_id', 'token_hash']).doUpdateSet(used))
        .execute();
      await this.#deleteSurplus(tx, accountId);
    });
    const value = `${token}.${this.#signatureOf(token)}`;
    void reply.setCookie(cookies.device, value, cookies.deviceOptions);
  }

  /** Deletes browsers that were not used for too long. */
  async deleteUnused(): Promise<void> {
    await this.#needs.db.deleteFrom('known_browser').where('used_at', '<=', this.#oldest()).execute();
  }

  async #deleteSurplus(tx: Tx, accountId: number): Promise<void> {
    const surplus = tx
      .selectFrom('known_browser')
      .select('token_hash')
      .where('account_id', '=', accountId)
      .orderBy('used_at', 'desc')
      .orderBy('token_hash')
      .offset(knownBrowserLimits.maxPerAccount);
    await tx
      .deleteFrom('known_browser')
      .where('account_id', '=', accountId)
      .where('token_hash', 'in', surplus)
      .execute();
  }

  #oldest(): Date {
    return addMs(this.#needs.clock.now(), -knownBrowserLimits.days * DAY_MS);
  }

  /** Undefined without a correctly signed cookie. */
  #tokenHashOf({ cookies }: FastifyRequest): string | undefined {
    const [token = '', signature = ''] = (cookies[this.#needs.cookies.device] ?? '').split('.');
    const expected = Buffer.from(this.#signatureOf(token));
    const given = Buffer.from(signature);
    const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
    return isSigned ? hashOf(token) : undefined;
  }

  #signatureOf(token: string): string {
    return createHmac('sha256', this.#needs.key).update(`device ${token}`).digest('base64url');
  }
}

import type { CacheProvider } from '@node-saml/node-saml';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { PENDING_REQUEST_MS } from '../../../shared/identity/requesting-browser.ts';
import { SamlRejection } from './message-inspection.ts';

/** No browser: the response to a request for logout opens nothing. */
const ANY_BROWSER = '';

/** Pending requests and consumed messages, shared by all servers. */
export class SamlMessageStore implements CacheProvider {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  saveAsync(key: string, value: string) {
    return this.#save(key, value, ANY_BROWSER);
  }

  async getAsync(key: string): Promise<string | null> {
    return (await this.#find(key))?.value ?? null;
  }

  async removeAsync(key: string | null): Promise<string | null> {
    if (key === null) return null;
    const row = await this.#db
      .deleteFrom('saml_request')
      .where('id', '=', key)
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /**
   * The pending requests of one browser. A response to the request of another one is rejected: otherwise a stranger could sign a
   * browser in to their own account.
   */
  ofBrowser(browserHash: string): CacheProvider {
    return {
      saveAsync: (key, value) => this.#save(key, value, browserHash),
      getAsync: async (key) => {
        const found = await this.#find(key);
        if (found !== undefined && found.browser_hash !== browserHash)
          throw new SamlRejection('another browser sent the request');
        return found?.value ?? null;
      },
      removeAsync: async (key) =>
        key !== null && (await this.#find(key))?.browser_hash === browserHash ? this.removeAsync(key) : null,
    };
  }

  /** Consumes a message. Returns false when it was consumed before. */
  async consume(issuer: string, id: string, until: Date): Promise<boolean> {
    const inserted = await this.#db
      .insertInto('saml_assertion')
      .values({ issuer, id, ends_at: until })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  /** Whether a message was consumed before. */
  async isConsumed(issuer: string, id: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('saml_assertion')
      .select('id')
      .where('issuer', '=', issuer)
      .where('id', '=', id)
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Deletes expired entries. */
  async deleteExpired(): Promise<void> {
    const now = this.#clock.now();
    await this.#db.deleteFrom('saml_request').where('ends_at', '<=', now).execute();
    await this.#db.deleteFrom('saml_assertion').where('ends_at', '<=', now).execute();
  }

  async #save(id: string, value: string, browserHash: string) {
    const now = this.#clock.now();
    await this.#db
      .insertInto('saml_request')
      .values({ id, value, browser_hash: browserHash, made_at: now, ends_at: addMs(now, PENDING_REQUEST_MS) })
      .execute();
    return { value, createdAt: now.getTime() };
  }

  #find(id: string) {
    return this.#db
      .selectFrom('saml_request')
      .select(['value', 'browser_hash'])
      .where('id', '=', id)
      .where('ends_at', '>', this.#clock.now())
      .executeTakeFirst();
  }
}

import { createHash } from 'node:crypto';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { PENDING_REQUEST_MS } from '../../../shared/identity/requesting-browser.ts';

/** What the console must remember of a request until its response. */
export interface PendingRequest {
  readonly state: string;
  readonly nonce: string;
  /** Proof key for code exchange (RFC 7636). */
  readonly verifier: string;
  /** Path of this console to open after the sign-in. */
  readonly next: string;
}

interface Sender {
  readonly providerId: number;
  readonly browserHash: string;
}

const hashOf = (state: string): string => createHash('sha256').update(state).digest('hex');

/** Requests to providers that await a response, shared by all servers. */
export class OidcRequestStore {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async add({ state, nonce, verifier, next }: PendingRequest, sender: Sender): Promise<void> {
    await this.#db
      .insertInto('oidc_request')
      .values({
        state_hash: hashOf(state),
        nonce,
        verifier,
        next,
        provider_id: sender.providerId,
        browser_hash: sender.browserHash,
        ends_at: addMs(this.#clock.now(), PENDING_REQUEST_MS),
      })
      .execute();
  }

  /**
   * Takes the request with this state, which can be done once: by the browser that was sent, and with a response of the provider that it was
   * sent to. Undefined when there is none.
   */
  async take(state: string, sender: Sender): Promise<PendingRequest | undefined> {
    const row = await this.#db
      .deleteFrom('oidc_request')
      .where('state_hash', '=', hashOf(state))
      .where('provider_id', '=', sender.providerId)
      .where('browser_hash', '=', sender.browserHash)
      .where('ends_at', '>', this.#clock.now())
      .returning(['nonce', 'verifier', 'next'])
      .executeTakeFirst();
    return row && { state, ...row };
  }

  async deleteExpired(): Promise<void> {
    await this.#db.deleteFrom('oidc_request').where('ends_at', '<=', this.#clock.now()).execute();
  }
}

import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';

/** Accepted logout tokens until they expire, to reject replays; shared by all servers. */
export class OidcTokenStore {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Consumes a token. Returns false when it was consumed before. */
  async consume(issuer: string, tokenId: string, until: Date): Promise<boolean> {
    const inserted = await this.#db
      .insertInto('oidc_logout_token')
      .values({ issuer, token_id: tokenId, ends_at: until })
      .onConflict((conflict) => conflict.doNothing())
      .returning('token_id')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async deleteExpired(): Promise<void> {
    await this.#db.deleteFrom('oidc_logout_token').where('ends_at', '<=', this.#clock.now()).execute();
  }
}

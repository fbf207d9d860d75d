import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';

/** Prefix of the token hash. Identifies a session of one user and reveals nothing. */
const sessionId = (tokenHash: string): string => tokenHash.slice(0, 16);

/** The sessions of one account, as its user reads them. */
export class OwnSessions {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Unexpired sessions, newest first. `current`: the token hash of the session that asks. */
  async list(accountId: number, current: string | undefined) {
    const rows = await this.#read(accountId);
    return rows.map(({ token_hash, created_at, seen_at, address, agent }) => ({
      id: sessionId(token_hash),
      current: token_hash === current,
      startedAt: created_at.getTime(),
      seenAt: seen_at.getTime(),
      address,
      agent,
    }));
  }

  /** The token hash of a session. Throws NOT_FOUND. */
  async requireHash(accountId: number, id: string): Promise<string> {
    const found = (await this.#read(accountId)).find(({ token_hash }) => sessionId(token_hash) === id);
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found.token_hash;
  }

  #read(accountId: number) {
    const now = this.#clock.now();
    return this.#db
      .selectFrom('session')
      .select(['token_hash', 'created_at', 'seen_at', 'address', 'agent'])
      .where('account_id', '=', accountId)
      .where('ends_at', '>', now)
      .where('seen_at', '>', addMs(now, -sessionLimits.idleMs))
      .orderBy('created_at', 'desc')
      .execute();
  }
}

import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import type { SessionTimes } from '#schemas/socket/live.ts';
import type { Audit, Tx } from '../audit/audit-trail.ts';
import { LRUCache } from 'lru-cache';
import { sweepSessions } from './sweep-sessions.ts';

const TOKEN_BYTES = 32;
/** Minimum interval between writes of the last use. */
const TOUCH_MS = 60_000;
/** Changes in other processes are announced. This limits the effect of a lost announcement. */
const CACHE_MS = 2_000;
const MAX_CACHED_SESSIONS = 100_000;
/** A session that was read within this time counts as known while PostgreSQL does not respond (ADR 108). */
const LATELY_MS = 15 * 60_000;

export interface SessionState {
  readonly tokenHash: string;
  /** Null: anonymous. */
  readonly accountId: number | null;
  readonly seenAt: Date;
  readonly endsAt: Date;
}

/** When a session ends: without activity, and in any case. */
export const sessionTimesOf = ({ seenAt, endsAt }: SessionState): SessionTimes => ({
  idleUntil: Math.min(seenAt.getTime() + sessionLimits.idleMs, endsAt.getTime()),
  endsAt: endsAt.getTime(),
});

/** Runs in the transaction that creates a session. An error prevents the session. */
export interface SessionGuard {
  before(tx: Tx): Promise<void>;
  after(tx: Tx, tokenHash: string): Promise<void>;
}

interface Client {
  readonly address: string;
  readonly agent: string;
  /** Latest end of the session, as the identity provider demands. */
  readonly endsBy?: Date | undefined;
  readonly guard?: SessionGuard | undefined;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Server-side sessions. The cookie holds the token; the table only its hash. */
export class SessionStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #ids: IdSource;
  readonly #cached = new LRUCache<string, { readonly state: SessionState; readonly readMs: number }>({
    max: MAX_CACHED_SESSIONS,
  });
  /** Increases when a session ends: what was read before is not cached after it. */
  #ends = 0;

  constructor({ db, clock, ids }: { db: Db; clock: Clock; ids: IdSource }) {
    this.#db = db;
    this.#clock = clock;
    this.#ids = ids;
  }

  /** Creates a session. The token leaves the process only in the cookie. */
  async open(
    accountId: number | null,
    { address, agent, endsBy, guard }: Client,
  ): Promise<{ token: string; state: SessionState }> {
    const token = this.#ids.bytes(TOKEN_BYTES).toString('base64url');
    const now = this.#clock.now();
    const latest = addMs(now, sessionLimits.absoluteMs);
    const endsAt = endsBy !== undefined && endsBy < latest ? endsBy : latest;
    const state = { tokenHash: hashOf(token), accountId, seenAt: now, endsAt };
    const row = {
      token_hash: state.tokenHash,
      account_id: accountId,
      created_at: now,
      seen_at: now,
      ends_at: endsAt,
      address,
      agent: agent.slice(0, 300),
    };
    await this.#insert(row, guard);
    return { token, state };
  }

  /** The session of a cookie. Undefined when it is unknown or has expired. Extends its idle time. */
  async find(token: string): Promise<SessionState | undefined> {
    return this.extend(hashOf(token));
  }

  /** Extends the idle time of a session that is not over, until its absolute end. */
  async extend(tokenHash: string): Promise<SessionState | undefined> {
    const state = await this.#current(tokenHash);
    if (state === undefined) return undefined;
    return this.#clock.now().getTime() - state.seenAt.getTime() > TOUCH_MS ? this.#touch(state) : state;
  }

  /** Like `find`, but does not extend the idle time: a connection that reconnects by itself is no user activity. */
  async peek(token: string): Promise<SessionState | undefined> {
    return this.#current(hashOf(token));
  }

  /** A session that was in force within the last quarter of an hour, has not expired, and whose end was not announced since. */
  lately(token: string): SessionState | undefined {
    const nowMs = this.#clock.now().getTime();
    const cached = this.#cached.peek(hashOf(token));
    if (cached === undefined || cached.readMs + LATELY_MS <= nowMs) return undefined;
    return this.#isOver(cached.state, nowMs) ? undefined : cached.state;
  }

  /** Drops the session of a cookie from the cache: it is to end, though PostgreSQL may not respond. */
  drop(token: string): void {
    this.forget(hashOf(token));
  }

  async #current(tokenHash: string): Promise<SessionState | undefined> {
    const nowMs = this.#clock.now().getTime();
    const cached = this.#cached.peek(tokenHash);
    const state =
      cached !== undefined && cached.readMs + CACHE_MS > nowMs ? cached.state : await this.#read(tokenHash);
    if (state === undefined || this.#isOver(state, nowMs)) {
      this.#cached.delete(tokenHash);
      return undefined;
    }
    return state;
  }

  async end(tokenHash: string): Promise<void> {
    this.forget(tokenHash);
    await this.#db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
    // Requests in the meantime may have read it.
    this.forget(tokenHash);
  }

  /** Ends the sessions of an account except one. Returns the hashes of the ended sessions. */
  async endAll(accountId: number, except?: string): Promise<readonly string[]> {
    const rows = await this.#db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('token_hash', '!=', except ?? '')
      .returning('token_hash')
      .execute();
    for (const { token_hash } of rows) this.forget(token_hash);
    return rows.map(({ token_hash }) => token_hash);
  }

  /** Account of each unexpired session, by token hash. Does not extend idle times. Drops others from the cache. */
  async listActive(): Promise<ReadonlyMap<string, number>> {
    const now = this.#clock.now();
    const rows = await this.#db
      .selectFrom('session')
      .select(['token_hash', 'account_id'])
      .where('account_id', 'is not', null)
      .where('ends_at', '>', now)
      .where('seen_at', '>', addMs(now, -sessionLimits.idleMs))
      .execute();
    const active = new Map(
      rows.flatMap(({ token_hash, account_id }) => (account_id === null ? [] : [[token_hash, account_id]])),
    );
    const ended = [...this.#cached.keys()].filter((tokenHash) => !active.has(tokenHash));
    for (const tokenHash of ended) this.#cached.delete(tokenHash);
    return active;
  }

  /** Drops one session from the cache, or all of them, after a change. */
  forget(tokenHash?: string): void {
    this.#ends += 1;
    if (tokenHash === undefined) this.#cached.clear();
    else this.#cached.delete(tokenHash);
  }

  /** Deletes expired sessions and audits those of users. */
  async sweep(audit: Audit): Promise<void> {
    await sweepSessions(this.#db, this.#clock.now(), audit);
  }

  async #insert(row: Insertable<Database['session']>, guard: SessionGuard | undefined): Promise<void> {
    if (guard === undefined) {
      await this.#db.insertInto('session').values(row).execute();
      return;
    }
    await this.#db.transaction().execute(async (tx) => {
      await guard.before(tx);
      await tx.insertInto('session').values(row).execute();
      await guard.after(tx, row.token_hash);
    });
  }

  #isOver({ seenAt, endsAt }: SessionState, nowMs: number): boolean {
    return endsAt.getTime() <= nowMs || seenAt.getTime() + sessionLimits.idleMs <= nowMs;
  }

  async #read(tokenHash: string): Promise<SessionState | undefined> {
    const ends = this.#ends;
    const row = await this.#db
      .selectFrom('session')
      .select(['account_id', 'seen_at', 'ends_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const state = { tokenHash, accountId: row.account_id, seenAt: row.seen_at, endsAt: row.ends_at };
    return this.#cache(state, ends);
  }

  async #touch(state: SessionState): Promise<SessionState | undefined> {
    const ends = this.#ends;
    const seenAt = this.#clock.now();
    const { numUpdatedRows } = await this.#db
      .updateTable('session')
      .set({ seen_at: seenAt })
      .where('token_hash', '=', state.tokenHash)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return this.#cache({ ...state, seenAt }, ends);
    this.#cached.delete(state.tokenHash);
    return undefined;
  }

  /** Caches what was read, unless a session has ended since. */
  #cache(state: SessionState, ends: number): SessionState {
    if (ends === this.#ends)
      this.#cached.set(state.tokenHash, { state, readMs: this.#clock.now().getTime() });
    return state;
  }
}

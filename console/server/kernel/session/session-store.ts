import { createHash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { later } from '#platform/clock/later.ts';
import type { IdSource } from '#platform/id/id.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import type { Audit, Tx } from '../audit/audit-trail.ts';
import { BoundedMap } from '../rate/bounded-map.ts';
import { sweepSessions } from './sweep-sessions.ts';

const TOKEN_BYTES = 32;
/** A sliding end is written at most so often. */
const TOUCH_MS = 60_000;
/** A session is believed so long without asking the database; a change elsewhere is announced, this bounds a lost notice. */
const BELIEVE_MS = 2_000;
const MOST_BELIEVED = 100_000;

export interface SessionState {
  readonly tokenHash: string;
  /** Null: anonymous. */
  readonly accountId: number | null;
  readonly seenAt: Date;
  readonly endsAt: Date;
}

/** Runs in the transaction that makes a session: what it throws keeps the session from being made. */
export interface SessionGuard {
  before(tx: Tx): Promise<void>;
  after(tx: Tx, tokenHash: string): Promise<void>;
}

interface Client {
  readonly address: string;
  readonly agent: string;
  /** The session ends then at the latest, whatever is allowed here: an identity provider can say so. */
  readonly endsBy?: Date | undefined;
  readonly guard?: SessionGuard | undefined;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Server-side sessions. The cookie holds the token; the table only its hash. */
export class SessionStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #ids: IdSource;
  readonly #believed = new BoundedMap<string, { readonly state: SessionState; readonly untilMs: number }>(
    MOST_BELIEVED,
  );

  constructor({ db, clock, ids }: { db: Db; clock: Clock; ids: IdSource }) {
    this.#db = db;
    this.#clock = clock;
    this.#ids = ids;
  }

  /** A new session; the token leaves the process in the cookie only. */
  async open(
    accountId: number | null,
    { address, agent, endsBy, guard }: Client,
  ): Promise<{ token: string; state: SessionState }> {
    const token = this.#ids.bytes(TOKEN_BYTES).toString('base64url');
    const now = this.#clock.now();
    const latest = later(now, sessionLimits.absoluteMs);
    const endsAt = endsBy !== undefined && endsBy < latest ? endsBy : latest;
    const state = { tokenHash: hashOf(token), accountId, seenAt: now, endsAt };
    const row = {
      ...{ token_hash: state.tokenHash, account_id: accountId, created_at: now, seen_at: now },
      ...{ ends_at: endsAt, address, agent: agent.slice(0, 300) },
    };
    await this.#insert(row, guard);
    return { token, state };
  }

  /** The session of a cookie, undefined when it is unknown or over. Using it puts off its idle end. */
  async find(token: string): Promise<SessionState | undefined> {
    const state = await this.look(token);
    if (state === undefined) return undefined;
    return this.#clock.now().getTime() - state.seenAt.getTime() > TOUCH_MS ? this.#touch(state) : state;
  }

  /** The same without using it: a connection that comes back by itself is nobody at the keyboard. */
  async look(token: string): Promise<SessionState | undefined> {
    const tokenHash = hashOf(token);
    const nowMs = this.#clock.now().getTime();
    const believed = this.#believed.get(tokenHash);
    const state =
      believed !== undefined && believed.untilMs > nowMs ? believed.state : await this.#read(tokenHash);
    if (state === undefined || this.#isOver(state, nowMs)) {
      this.#believed.delete(tokenHash);
      return undefined;
    }
    return state;
  }

  async end(tokenHash: string): Promise<void> {
    this.#believed.delete(tokenHash);
    await this.#db.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
  }

  /** Ends the sessions of an account except one; answers which. */
  async endOf(accountId: number, except?: string): Promise<readonly string[]> {
    const rows = await this.#db
      .deleteFrom('session')
      .where('account_id', '=', accountId)
      .where('token_hash', '!=', except ?? '')
      .returning('token_hash')
      .execute();
    for (const { token_hash } of rows) this.#believed.delete(token_hash);
    return rows.map(({ token_hash }) => token_hash);
  }

  /** Account of each session that is not over, by its hash; asking does not put off their end. */
  async alive(): Promise<ReadonlyMap<string, number>> {
    const now = this.#clock.now();
    const rows = await this.#db
      .selectFrom('session')
      .select(['token_hash', 'account_id'])
      .where('account_id', 'is not', null)
      .where('ends_at', '>', now)
      .where('seen_at', '>', later(now, -sessionLimits.idleMs))
      .execute();
    return new Map(
      rows.flatMap(({ token_hash, account_id }) => (account_id === null ? [] : [[token_hash, account_id]])),
    );
  }

  /** Forgets what is believed of this session, or of all: somebody changed them. */
  forget(tokenHash?: string): void {
    if (tokenHash === undefined) this.#believed.clear();
    else this.#believed.delete(tokenHash);
  }

  /** Removes sessions that are over, and tells of those of users. */
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
    const row = await this.#db
      .selectFrom('session')
      .select(['account_id', 'seen_at', 'ends_at'])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return this.#believe({ tokenHash, accountId: row.account_id, seenAt: row.seen_at, endsAt: row.ends_at });
  }

  async #touch(state: SessionState): Promise<SessionState> {
    const seenAt = this.#clock.now();
    await this.#db
      .updateTable('session')
      .set({ seen_at: seenAt })
      .where('token_hash', '=', state.tokenHash)
      .execute();
    return this.#believe({ ...state, seenAt });
  }

  #believe(state: SessionState): SessionState {
    this.#believed.set(state.tokenHash, { state, untilMs: this.#clock.now().getTime() + BELIEVE_MS });
    return state;
  }
}

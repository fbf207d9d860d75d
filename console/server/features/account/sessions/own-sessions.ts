import type { ExpressionBuilder } from 'kysely';
import { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { sessionLimits } from '#schemas/limit/account.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { lastShiftEnd, type Trace } from './last-shift.ts';

/** Prefix of the token hash. Identifies a session of one user and reveals nothing. */
const sessionId = (tokenHash: string): string => tokenHash.slice(0, 16);

const TRACED_MS = 30 * DAY_MS;
const MAX_TRACES = 5_000;

const sessionActions = { 'session.open': 'sign-in', 'session.end': 'sign-out' } as const;
const isSessionAction = (action: string): action is keyof typeof sessionActions => action in sessionActions;
const isSession = (eb: ExpressionBuilder<Database, 'audit_event'>) =>
  eb('action', 'in', Object.keys(sessionActions));

/** A session that expired was last used some time before its end. */
const Expired = z.object({ note: z.object({ seenAt: z.coerce.date() }) });

function traceOf(row: { readonly at: Date; readonly action: string; readonly detail: string }): Trace {
  const is = isSessionAction(row.action) ? sessionActions[row.action] : 'act';
  const { data } = Expired.safeParse(JSON.parse(row.detail));
  return { is, at: data === undefined ? row.at.getTime() : data.note.seenAt.getTime() };
}

/** The sessions of one account, as its user reads them. */
export class OwnSessions {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  /** Unexpired sessions, newest first. `current`: the token hash of the session of the caller. */
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

  /** When the last shift of the user ended, milliseconds since 1970. Null: the last 30 days show none. */
  async lastShiftEnd(accountId: number): Promise<number | null> {
    const now = this.#clock.now();
    const [rows, open] = await Promise.all([
      this.#db
        .selectFrom('audit_event')
        .select(['at', 'action', 'detail'])
        .where('at', '>=', addMs(now, -TRACED_MS))
        .where((eb) =>
          eb.or([
            eb.and([eb('actor_id', '=', accountId), eb('via', '=', 'session')]),
            // A session that expired is ended by the system.
            eb.and([eb('subject', '=', 'user'), eb('subject_id', '=', String(accountId)), isSession(eb)]),
          ]),
        )
        .orderBy('seq', 'desc')
        .limit(MAX_TRACES)
        .execute(),
      this.#read(accountId),
    ]);
    const sessions = open.map(({ created_at, seen_at }) => ({
      startedAt: created_at.getTime(),
      seenAt: seen_at.getTime(),
    }));
    return lastShiftEnd({ traces: rows.map(traceOf), open: sessions }, now.getTime());
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

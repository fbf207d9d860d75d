import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import type { ProvedIdentity, SessionOrigin } from '../../../kernel/session/sign-in-flow.ts';
import type { SessionGuard } from '../../../kernel/session/session-store.ts';
import { assertCredentialUnchanged } from './assert-credential-unchanged.ts';

/** Time for all steps together: terms take time to read, and the phone may be in another room. */
const PENDING_SIGN_IN_MS = 15 * MINUTE_MS;

export interface StartedSignIn extends ProvedIdentity {
  /** The user has signed in with this browser before. */
  readonly isKnownBrowser: boolean;
}

export interface Pending extends StartedSignIn {
  readonly secondFactorPassed: boolean;
}

/** Stores the identity provider's names of a session. */
async function insertOrigin(tx: Tx, sessionHash: string, origin: SessionOrigin): Promise<void> {
  await tx
    .insertInto('session_origin')
    .values({
      session_hash: sessionHash,
      issuer: origin.issuer,
      name_id: origin.nameId,
      name_id_format: origin.nameIdFormat,
      session_index: origin.sessionIndex,
      id_token: origin.idToken,
    })
    .execute();
}

/** Pending sign-ins by the hash of the browser's anonymous session. They end with it. */
export class PendingSignIns {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Db; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  async create(
    sessionHash: string,
    { accountId, passwordHash, origin, endsBy, secondFactorPassed, isKnownBrowser }: Pending,
  ): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const issuer = origin?.issuer;
      await assertCredentialUnchanged(tx, { accountId, passwordHash, issuer, isKnownBrowser });
      await tx
        .insertInto('pending_sign_in')
        .values({
          session_hash: sessionHash,
          account_id: accountId,
          second_factor_passed: secondFactorPassed,
          origin: origin === undefined ? null : JSON.stringify(origin),
          session_ends_at: endsBy ?? null,
          ends_at: addMs(this.#clock.now(), PENDING_SIGN_IN_MS),
        })
        .execute();
    });
  }

  /**
   * Guard of the session that a sign-in opens. It requires that no lock or password change happened in between, and completes the
   * pending sign-in, if there is one.
   */
  sessionGuardFor(
    { accountId, passwordHash, origin, isKnownBrowser }: StartedSignIn,
    pendingSession?: string,
  ): SessionGuard {
    return {
      before: async (tx) => {
        const issuer = origin?.issuer;
        await assertCredentialUnchanged(tx, { accountId, passwordHash, issuer, isKnownBrowser });
        if (pendingSession !== undefined) await this.#complete(tx, pendingSession, accountId);
        await tx
          .updateTable('account')
          .set({ last_access_at: this.#clock.now() })
          .where('id', '=', accountId)
          .execute();
      },
      after: async (tx, sessionHash) => {
        if (origin !== undefined) await insertOrigin(tx, sessionHash, origin);
      },
    };
  }

  async #complete(tx: Tx, sessionHash: string, accountId: number): Promise<void> {
    const finished = await tx
      .deleteFrom('pending_sign_in')
      .where('session_hash', '=', sessionHash)
      .where('account_id', '=', accountId)
      .returning('session_hash')
      .executeTakeFirst();
    if (finished === undefined) throw new ProblemError('SIGN_IN_STEP_OVER');
  }

  /** Undefined when there is none, or when it has expired. */
  async find(sessionHash: string): Promise<Omit<Pending, 'isKnownBrowser'> | undefined> {
    const row = await this.#db
      .selectFrom('pending_sign_in')
      .selectAll()
      .where('session_hash', '=', sessionHash)
      .where('ends_at', '>', this.#clock.now())
      .executeTakeFirst();
    return (
      row && {
        accountId: row.account_id,
        secondFactorPassed: row.second_factor_passed,
        origin: (row.origin ?? undefined) as SessionOrigin | undefined,
        endsBy: row.session_ends_at ?? undefined,
      }
    );
  }

  async passSecondFactor(sessionHash: string): Promise<void> {
    await this.#db
      .updateTable('pending_sign_in')
      .set({ second_factor_passed: true })
      .where('session_hash', '=', sessionHash)
      .execute();
  }

  async delete(sessionHash: string): Promise<void> {
    await this.#db.deleteFrom('pending_sign_in').where('session_hash', '=', sessionHash).execute();
  }
}

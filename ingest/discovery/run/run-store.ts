import { sql, type ExpressionBuilder, type Kysely } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { DiscoveryFault, DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import type { discoveryRun } from '#schemas/table/discovery.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import { inParts, jsonb, shownUnanswered, storeResult, type RunResult } from './store-result.ts';

export type DiscoveryRunRow = Row<typeof discoveryRun>;

/** A run without a heartbeat for this long is taken over by another process. */
const LEASE_TIMEOUT_MS = 30_000;
/** A run is attempted at most this often. */
const MAX_ATTEMPTS = 5;

export interface RunPosition {
  readonly progress: DiscoveryProgress;
  readonly next: number;
}

/** A statement that takes longer fails its attempt, which is repeated. */
const MAX_STATEMENT_MS = 300_000;
/** Found devices per statement: a switch with thousands of interfaces is a megabyte. */
const FOUND_ROWS = 50;
/** A failed attempt is repeated after this time for each attempt so far: what failed gets time to recover. */
const RETRY_SPACING_S = 10;

/** The run was taken over, cancelled or deleted while its result was stored. */
class AttemptEnded extends Error {}

/** Discovery runs in PostgreSQL: the queue and the state of running ones. */
export class RunStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #worker: string;

  constructor(db: Db, clock: Clock, worker: string) {
    this.#db = db;
    this.#clock = clock;
    this.#worker = worker;
  }

  /** Claims the oldest run that is queued or whose lease has expired. */
  async claim(): Promise<DiscoveryRunRow | undefined> {
    const now = this.#clock.now();
    const expired = addMs(now, -LEASE_TIMEOUT_MS);
    const { rows } = await sql<DiscoveryRunRow>`
      UPDATE discovery_run SET state = 'running', worker = ${this.#worker}, heartbeat_at = ${now},
        attempts = attempts + 1, started_at = COALESCE(started_at, ${now})
      WHERE id = (
        SELECT id FROM discovery_run
        WHERE attempts < ${MAX_ATTEMPTS} AND (
          (state = 'running' AND heartbeat_at < ${expired}) OR (state = 'queued' AND (
            heartbeat_at IS NULL OR heartbeat_at <= ${now}::timestamptz - attempts * make_interval(secs => ${RETRY_SPACING_S})
          ))
        )
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) RETURNING *
    `.execute(this.#db);
    return rows[0];
  }

  /** Ends runs that used up their attempts: failed, or interrupted if only their processes ended. */
  async expireRuns(): Promise<readonly DiscoveryRunRow[]> {
    const now = this.#clock.now();
    return this.#db
      .updateTable('discovery_run')
      .set({
        state: sql<DiscoveryState>`CASE WHEN fault IS NULL THEN 'interrupted' ELSE 'failed' END`,
        ended_at: now,
        worker: null,
        fault: sql<DiscoveryFault>`COALESCE(fault, 'DISCOVERY_INTERRUPTED')`,
      })
      .where('state', 'in', ['queued', 'running'])
      .where('attempts', '>=', MAX_ATTEMPTS)
      .where((is) =>
        is.or([is('heartbeat_at', 'is', null), is('heartbeat_at', '<', addMs(now, -LEASE_TIMEOUT_MS))]),
      )
      .returningAll()
      .execute();
  }

  /** The run, if this attempt still owns it. An earlier attempt may be of the same process. */
  readonly #own =
    ({ id, attempts }: DiscoveryRunRow) =>
    (is: ExpressionBuilder<Database, 'discovery_run'>) =>
      is.and({ id, attempts, worker: this.#worker, state: 'running' });

  /**
   * Saves the progress and renews the lease. Returns whether the run is still running, was cancelled or was taken over.
   */
  async save(
    run: DiscoveryRunRow,
    { progress, next }: RunPosition,
  ): Promise<'running' | 'cancelled' | 'lost'> {
    const row = await this.#db
      .updateTable('discovery_run')
      .set({ progress: jsonb(progress), next_address: next, heartbeat_at: this.#clock.now() })
      .where(this.#own(run))
      .returning('cancel_requested')
      .executeTakeFirst();
    if (row === undefined) return 'lost';
    return row.cancel_requested ? 'cancelled' : 'running';
  }

  async saveFound(run: DiscoveryRunRow, found: readonly FoundDevice[]): Promise<void> {
    for (const part of inParts(found, FOUND_ROWS))
      await this.#db
        .insertInto('discovery_found')
        .values(part.map((one) => ({ run_id: run.id, address: one.address, found: jsonb(one) })))
        .onConflict((conflict) =>
          conflict.columns(['run_id', 'address']).doUpdateSet((is) => ({ found: is.ref('excluded.found') })),
        )
        .execute();
  }

  async listFound(run: DiscoveryRunRow): Promise<readonly FoundDevice[]> {
    const rows = await this.#db
      .selectFrom('discovery_found')
      .select('found')
      .where('run_id', '=', run.id)
      .orderBy('address')
      .execute();
    return rows.map(({ found }) => found);
  }

  /** Returns the run to the queue at shutdown, without counting an attempt. */
  async release(run: DiscoveryRunRow): Promise<void> {
    await this.#db
      .updateTable('discovery_run')
      .set((is) => ({
        state: 'queued' as const,
        worker: null,
        heartbeat_at: null,
        attempts: is('attempts', '-', 1),
      }))
      .where(this.#own(run))
      .execute();
  }

  /** Returns the run to the queue after a failure; after a while, a process continues where it stopped. */
  async requeue(run: DiscoveryRunRow, fault: DiscoveryFault): Promise<void> {
    await this.#db
      .updateTable('discovery_run')
      .set({ state: 'queued', worker: null, heartbeat_at: this.#clock.now(), fault })
      .where(this.#own(run))
      .execute();
  }

  /** Ends a cancelled run, without a result. Returns false if it was taken over. */
  async cancel(run: DiscoveryRunRow): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('discovery_run')
      .set({ state: 'cancelled', fault: null, worker: null, ended_at: this.#clock.now() })
      .where(this.#own(run))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await this.#removeFound(this.#db, run);
    return true;
  }

  /**
   * Ends the run and stores its result, in one transaction of few statements. Returns false if the run was taken over or cancelled.
   * The row of the run is updated last: until then, heartbeats renew its lease outside the transaction.
   */
  async finish(run: DiscoveryRunRow, result: RunResult): Promise<boolean> {
    try {
      await this.#db.transaction().execute(async (tx) => {
        await sql`SET LOCAL statement_timeout = ${sql.lit(MAX_STATEMENT_MS)}`.execute(tx);
        await storeResult(tx, run, result);
        // Found devices are now part of the proposals.
        await this.#removeFound(tx, run);
        const { numUpdatedRows } = await tx
          .updateTable('discovery_run')
          .set({
            state: 'finished',
            fault: null,
            worker: null,
            ended_at: this.#clock.now(),
            unanswered: jsonb(shownUnanswered(result.unanswered)),
          })
          .where(this.#own(run))
          .where('cancel_requested', '=', false)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AttemptEnded();
      });
      return true;
    } catch (error) {
      if (error instanceof AttemptEnded) return false;
      throw error;
    }
  }

  async #removeFound(db: Kysely<Database>, { id }: DiscoveryRunRow): Promise<void> {
    await db.deleteFrom('discovery_found').where('run_id', '=', id).execute();
  }
}

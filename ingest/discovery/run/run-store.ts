import { sql, type Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import {
  claimRun,
  isExhausted,
  isFree,
  isHeld,
  leasedFor,
  unleased,
  unleasedUntil,
} from '#platform/postgres/leased-runs.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { DiscoveryFault, DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import type { discoveryRun } from '#schemas/table/discovery.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import { inParts, jsonb, shownUnanswered, storeResult, type RunResult } from './store-result.ts';

export type DiscoveryRunRow = Row<typeof discoveryRun>;

/** A run without a heartbeat for this long is taken over by another process. */
const LEASE_MS = 30_000;
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
const RETRY_SPACING_MS = 10_000;

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
    return claimRun<DiscoveryRunRow>(this.#db, now, {
      table: 'discovery_run',
      owner: this.#worker,
      leaseMs: LEASE_MS,
      cells: sql`state = 'running', attempts = attempts + 1, started_at = COALESCE(started_at, ${now})`,
      next: sql`
        SELECT id FROM discovery_run
        WHERE state IN ('queued', 'running') AND attempts < ${MAX_ATTEMPTS} AND ${isFree(now)}
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    });
  }

  /** Ends runs that used up their attempts: failed, or interrupted if only their processes ended. */
  async expireRuns(): Promise<readonly DiscoveryRunRow[]> {
    const now = this.#clock.now();
    return this.#db
      .updateTable('discovery_run')
      .set({
        state: sql<DiscoveryState>`CASE WHEN fault IS NULL THEN 'interrupted' ELSE 'failed' END`,
        ended_at: now,
        ...unleased,
        fault: sql<DiscoveryFault>`COALESCE(fault, 'DISCOVERY_INTERRUPTED')`,
      })
      .where('state', 'in', ['queued', 'running'])
      .where(isExhausted(MAX_ATTEMPTS, now))
      .returningAll()
      .execute();
  }

  /**
   * Saves the progress and renews the lease. Returns whether the run is still running, was cancelled or was taken over.
   */
  async save(
    run: DiscoveryRunRow,
    { progress, next }: RunPosition,
  ): Promise<'running' | 'cancelled' | 'lost'> {
    const row = await this.#db
      .updateTable('discovery_run')
      .set({
        progress: jsonb(progress),
        next_address: next,
        ...leasedFor(this.#clock.now(), LEASE_MS),
      })
      .where(isHeld(run))
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
        ...unleased,
        attempts: is('attempts', '-', 1),
      }))
      .where(isHeld(run))
      .execute();
  }

  /** Returns the run to the queue after a failure; after a while, a process continues where it stopped. */
  async requeue(run: DiscoveryRunRow, fault: DiscoveryFault): Promise<void> {
    const waitMs = run.attempts < MAX_ATTEMPTS ? run.attempts * RETRY_SPACING_MS : LEASE_MS;
    await this.#db
      .updateTable('discovery_run')
      .set({ state: 'queued', ...unleasedUntil(this.#clock.now(), waitMs), fault })
      .where(isHeld(run))
      .execute();
  }

  /** Ends a cancelled run, without a result. Returns false if it was taken over. */
  async cancel(run: DiscoveryRunRow): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('discovery_run')
      .set({ state: 'cancelled', fault: null, ...unleased, ended_at: this.#clock.now() })
      .where(isHeld(run))
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
            ...unleased,
            ended_at: this.#clock.now(),
            unanswered: jsonb(shownUnanswered(result.unanswered)),
          })
          .where(isHeld(run))
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

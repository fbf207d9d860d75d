import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { FoundDevice } from '#schemas/discovery/found.ts';
import type { DiscoveryProgress, DiscoveryState } from '#schemas/discovery/run.ts';
import type { discoveryRun } from '#schemas/table/discovery.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { ProposalDraft } from '../proposal/propose-changes.ts';

export type DiscoveryRunRow = Row<typeof discoveryRun>;

/** A run without a heartbeat for this long is taken over by another process. */
const LEASE_TIMEOUT_MS = 30_000;
/** A run is attempted at most this often. */
const MAX_ATTEMPTS = 5;

export interface RunPosition {
  readonly progress: DiscoveryProgress;
  readonly next: number;
}

const jsonb = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;

async function insertDrafts(
  tx: Transaction<Database>,
  { run, parent }: { readonly run: DiscoveryRunRow; readonly parent: number | null },
  drafts: readonly ProposalDraft[],
): Promise<void> {
  for (const { children, fields, content, element, ...rest } of drafts) {
    const { id } = await tx
      .insertInto('discovery_proposal')
      .values({
        ...rest,
        run_id: run.id,
        customer_id: run.customer_id,
        element_id: element,
        parent_id: parent,
        fields: jsonb(fields),
        content: jsonb(content),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertDrafts(tx, { run, parent: id }, children);
  }
}

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
        WHERE (state = 'queued' OR (state = 'running' AND heartbeat_at < ${expired})) AND attempts < ${MAX_ATTEMPTS}
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
        fault: sql<string>`COALESCE(fault, ${`its process ended ${String(MAX_ATTEMPTS)} times`}::text)`,
      })
      .where('state', 'in', ['queued', 'running'])
      .where('attempts', '>=', MAX_ATTEMPTS)
      .where((is) =>
        is.or([is('heartbeat_at', 'is', null), is('heartbeat_at', '<', addMs(now, -LEASE_TIMEOUT_MS))]),
      )
      .returningAll()
      .execute();
  }

  /**
   * Saves the progress and renews the lease. Returns whether the run is still running, was cancelled or was taken over.
   */
  async save(
    { id }: DiscoveryRunRow,
    { progress, next }: RunPosition,
  ): Promise<'running' | 'cancelled' | 'lost'> {
    const row = await this.#db
      .updateTable('discovery_run')
      .set({ progress: jsonb(progress), next_address: next, heartbeat_at: this.#clock.now() })
      .where('id', '=', id)
      .where('worker', '=', this.#worker)
      .where('state', '=', 'running')
      .returning('cancel_requested')
      .executeTakeFirst();
    if (row === undefined) return 'lost';
    return row.cancel_requested ? 'cancelled' : 'running';
  }

  async saveFound(run: DiscoveryRunRow, found: FoundDevice): Promise<void> {
    const cells = { found: jsonb(found) };
    await this.#db
      .insertInto('discovery_found')
      .values({ run_id: run.id, address: found.address, ...cells })
      .onConflict((conflict) => conflict.columns(['run_id', 'address']).doUpdateSet(cells))
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
  async release({ id }: DiscoveryRunRow): Promise<void> {
    await this.#db
      .updateTable('discovery_run')
      .set((is) => ({ state: 'queued' as const, worker: null, attempts: is('attempts', '-', 1) }))
      .where('id', '=', id)
      .where('worker', '=', this.#worker)
      .where('state', '=', 'running')
      .execute();
  }

  /** Returns the run to the queue after a failure; the next process continues where it stopped. */
  async requeue({ id }: DiscoveryRunRow, fault: string): Promise<void> {
    await this.#db
      .updateTable('discovery_run')
      .set({ state: 'queued', worker: null, fault })
      .where('id', '=', id)
      .where('worker', '=', this.#worker)
      .where('state', '=', 'running')
      .execute();
  }

  /** Ends the run and stores its proposals in one transaction. Returns false if the run was taken over. */
  async finish(
    run: DiscoveryRunRow,
    state: 'finished' | 'cancelled',
    drafts: readonly ProposalDraft[] = [],
  ): Promise<boolean> {
    return this.#db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('discovery_run')
        .set({ state, fault: null, worker: null, ended_at: this.#clock.now() })
        .where('id', '=', run.id)
        .where('worker', '=', this.#worker)
        .where('state', '=', 'running')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await insertDrafts(tx, { run, parent: null }, drafts);
      // Found devices are now part of the proposals.
      await tx.deleteFrom('discovery_found').where('run_id', '=', run.id).execute();
      return true;
    });
  }
}

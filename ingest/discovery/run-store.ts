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
import type { Draft } from './difference.ts';

export type RunRow = Row<typeof discoveryRun>;

/** A process that says nothing for so long is gone: another takes its run over. */
const SILENCE_MS = 30_000;
/** A run that was begun so often, and not ended, is not begun again. */
const MOST_ATTEMPTS = 5;

export interface Saved {
  readonly progress: DiscoveryProgress;
  readonly next: number;
}

const jsonb = (value: unknown) => sql<never>`${JSON.stringify(value)}::jsonb`;

async function insertDrafts(
  tx: Transaction<Database>,
  { run, parent }: { readonly run: RunRow; readonly parent: number | null },
  drafts: readonly Draft[],
): Promise<void> {
  for (const { below, fields, content, element, ...rest } of drafts) {
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
    await insertDrafts(tx, { run, parent: id }, below);
  }
}

/** Runs in PostgreSQL: the queue, and what a process that works on one keeps of it. */
export class RunStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #worker: string;

  constructor(db: Db, clock: Clock, worker: string) {
    this.#db = db;
    this.#clock = clock;
    this.#worker = worker;
  }

  /** The oldest run that waits, or whose process is gone; it is ours then. */
  async claim(): Promise<RunRow | undefined> {
    const now = this.#clock.now();
    const silent = addMs(now, -SILENCE_MS);
    const { rows } = await sql<RunRow>`
      UPDATE discovery_run SET state = 'running', worker = ${this.#worker}, heartbeat_at = ${now},
        attempts = attempts + 1, started_at = COALESCE(started_at, ${now})
      WHERE id = (
        SELECT id FROM discovery_run
        WHERE (state = 'queued' OR (state = 'running' AND heartbeat_at < ${silent})) AND attempts < ${MOST_ATTEMPTS}
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED
      ) RETURNING *
    `.execute(this.#db);
    return rows[0];
  }

  /** Runs that were begun again and again are given up: failed, or interrupted where only their processes ended. */
  async giveUp(): Promise<readonly RunRow[]> {
    const now = this.#clock.now();
    return this.#db
      .updateTable('discovery_run')
      .set({
        state: sql<DiscoveryState>`CASE WHEN fault IS NULL THEN 'interrupted' ELSE 'failed' END`,
        ended_at: now,
        worker: null,
        fault: sql<string>`COALESCE(fault, ${`its process ended ${String(MOST_ATTEMPTS)} times`}::text)`,
      })
      .where('state', 'in', ['queued', 'running'])
      .where('attempts', '>=', MOST_ATTEMPTS)
      .where((is) =>
        is.or([is('heartbeat_at', 'is', null), is('heartbeat_at', '<', addMs(now, -SILENCE_MS))]),
      )
      .returningAll()
      .execute();
  }

  /** Keeps how far the run is. Answers whether to go on: it was not cancelled, and is still ours. */
  async save({ id }: RunRow, { progress, next }: Saved): Promise<'goes on' | 'cancelled' | 'lost'> {
    const row = await this.#db
      .updateTable('discovery_run')
      .set({ progress: jsonb(progress), next_address: next, heartbeat_at: this.#clock.now() })
      .where('id', '=', id)
      .where('worker', '=', this.#worker)
      .where('state', '=', 'running')
      .returning('cancel_requested')
      .executeTakeFirst();
    if (row === undefined) return 'lost';
    return row.cancel_requested ? 'cancelled' : 'goes on';
  }

  async keep(run: RunRow, found: FoundDevice): Promise<void> {
    const cells = { found: jsonb(found) };
    await this.#db
      .insertInto('discovery_found')
      .values({ run_id: run.id, address: found.address, ...cells })
      .onConflict((conflict) => conflict.columns(['run_id', 'address']).doUpdateSet(cells))
      .execute();
  }

  async found(run: RunRow): Promise<readonly FoundDevice[]> {
    const rows = await this.#db
      .selectFrom('discovery_found')
      .select('found')
      .where('run_id', '=', run.id)
      .orderBy('address')
      .execute();
    return rows.map(({ found }) => found);
  }

  /** The process is told to stop: the run waits for another one, and that was no failure of it. */
  async release({ id }: RunRow): Promise<void> {
    await this.#db
      .updateTable('discovery_run')
      .set((is) => ({ state: 'queued' as const, worker: null, attempts: is('attempts', '-', 1) }))
      .where('id', '=', id)
      .where('worker', '=', this.#worker)
      .where('state', '=', 'running')
      .execute();
  }

  /** Something went wrong: whoever takes the run next goes on where it stood. */
  async putBack({ id }: RunRow, fault: string): Promise<void> {
    await this.#db
      .updateTable('discovery_run')
      .set({ state: 'queued', worker: null, fault })
      .where('id', '=', id)
      .where('worker', '=', this.#worker)
      .where('state', '=', 'running')
      .execute();
  }

  /** Ends the run, with what it proposes, at once. False: it is not ours any more. */
  async end(run: RunRow, state: 'finished' | 'cancelled', drafts: readonly Draft[] = []): Promise<boolean> {
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
      // What was found stands in the proposals now.
      await tx.deleteFrom('discovery_found').where('run_id', '=', run.id).execute();
      return true;
    });
  }
}

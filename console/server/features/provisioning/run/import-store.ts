import { sql, type Kysely } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import {
  claimRun,
  isExhausted,
  isFree,
  isHeld,
  leasedFor,
  unleased,
} from '#platform/postgres/leased-runs.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ImportFailure, ImportProgress, ImportState } from '#schemas/provisioning/import-run.ts';
import type { importRun } from '#schemas/table/provisioning.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { Row } from '#schemas/table/relation.ts';

export type ImportRunRow = Row<typeof importRun>;

/** A run without a heartbeat for this long is taken over by another process. */
const LEASE_MS = 30_000;
/** A run that ends its process is not attempted forever. */
const MAX_ATTEMPTS = 3;

/** A value for a `jsonb` column: the driver would write a list as an array of PostgreSQL. */
export const jsonValue = <Value>(value: Value) => sql<Value>`${JSON.stringify(value)}::jsonb`;

export type ImportRunResult = { readonly state: ImportState } & Partial<
  Pick<
    ImportRunRow,
    | 'source'
    | 'mapping'
    | 'lines'
    | 'lines_imported'
    | 'lines_in_error'
    | 'counts'
    | 'clients'
    | 'customer_ids'
    | 'contents'
    | 'changes'
    | 'faults'
    | 'failure'
  >
>;

const jsonColumns = new Set(['source', 'mapping', 'counts', 'contents', 'changes', 'faults', 'failure']);

const jsonOrNull = (value: unknown) => (value === null ? null : jsonValue(value));

/** The attempt no longer owns its run: it was cancelled, or another process has taken it over. */
export class LostRunError extends Error {}

/** Import runs in PostgreSQL: the queue and the state of the running ones. */
export class ImportStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #worker: string;

  constructor(db: Db, clock: Clock, worker: string) {
    this.#db = db;
    this.#clock = clock;
    this.#worker = worker;
  }

  /**
   * Claims a run that is queued or whose process has ended: the oldest of the owner whose turn was longest ago, so that the others of one
   * who queues many wait for at most the one that runs.
   */
  async claim(): Promise<ImportRunRow | undefined> {
    const now = this.#clock.now();
    return claimRun<ImportRunRow>(this.#db, now, {
      table: 'import_run',
      owner: this.#worker,
      leaseMs: LEASE_MS,
      cells: sql`state = 'running', attempts = attempts + 1, started_at = COALESCE(started_at, ${now}), claimed_at = ${now}`,
      next: sql`
        SELECT id FROM import_run AS waiting
        WHERE state IN ('queued', 'running') AND attempts < ${MAX_ATTEMPTS} AND ${isFree(now)}
        ORDER BY (
          SELECT max(earlier.claimed_at) FROM import_run AS earlier WHERE earlier.owner = waiting.owner
        ) NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED`,
    });
  }

  /** Fails runs that have used up their attempts. */
  async expire(): Promise<void> {
    const now = this.#clock.now();
    await this.#db
      .updateTable('import_run')
      .set({
        state: 'failed',
        ...unleased,
        ended_at: now,
        failure: sql<ImportFailure>`jsonb_build_object('code', CASE state WHEN 'queued' THEN 'IMPORT_FAILED' ELSE 'IMPORT_INTERRUPTED' END)`,
      })
      .where('state', 'in', ['queued', 'running'])
      .where(isExhausted(MAX_ATTEMPTS, now))
      .execute();
  }

  /** Renews the lease and stores the progress. Throws LostRunError. */
  async beat(run: ImportRunRow, progress: ImportProgress): Promise<void> {
    const row = await this.#db
      .updateTable('import_run')
      .set({ progress: jsonValue(progress), ...leasedFor(this.#clock.now(), LEASE_MS) })
      .where(isHeld(run))
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) throw new LostRunError('the import was cancelled or taken over');
  }

  /**
   * Ends the attempt, as the last statement of its transaction: what was written counts only while the run is owned. Throws
   * LostRunError.
   */
  async end(run: ImportRunRow, result: ImportRunResult, db: Kysely<Database> = this.#db): Promise<void> {
    const cells = Object.fromEntries(
      Object.entries(result).map(([name, value]) => [
        name,
        jsonColumns.has(name) ? jsonOrNull(value) : value,
      ]),
    );
    const row = await db
      .updateTable('import_run')
      .set({ ...cells, ...unleased, attempts: 0, ended_at: this.#clock.now() })
      .where(isHeld(run))
      .returning('id')
      .executeTakeFirst();
    if (row === undefined) throw new LostRunError('the import was cancelled or taken over');
  }

  /** Returns the run to the queue after a failure of a store or of the product. */
  async requeue(run: ImportRunRow): Promise<void> {
    await this.#db
      .updateTable('import_run')
      .set({ state: 'queued', ...unleased })
      .where(isHeld(run))
      .execute();
  }

  /** Removes the files of old runs; those of the last applied import of each owner stay. */
  async sweepFiles(): Promise<void> {
    await sql`
      DELETE FROM import_file WHERE run_id NOT IN (
        SELECT id FROM (
          SELECT id, row_number() OVER (PARTITION BY owner ORDER BY id DESC) AS place FROM import_run
        ) AS recent WHERE place <= ${provisioningLimits.retainedFiles}
      ) AND run_id NOT IN (
        SELECT DISTINCT ON (owner) id FROM import_run WHERE task <> 'plan'
        ORDER BY owner, ended_at DESC NULLS FIRST
      ) AND run_id NOT IN (SELECT id FROM import_run WHERE state IN ('queued', 'running', 'held'))
    `.execute(this.#db);
  }
}

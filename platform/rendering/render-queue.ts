import { sql, type Transaction } from 'kysely';
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
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import {
  MAX_REPORT_BYTES,
  type OutputFormat,
  type RenderingFailure,
  type RenderingProgress,
  type RenderParameters,
} from '#schemas/rendering/rendering.ts';
import type { Database } from '#schemas/table/postgres.ts';
import type { reportRun } from '#schemas/table/scheduling/rendering.ts';
import type { Row } from '#schemas/table/relation.ts';
import { addParts, type RenderedFile } from './rendered-files.ts';

type Tx = Transaction<Database>;
export type ReportRunRow = Row<typeof reportRun>;

/** A report to render. */
export interface RenderOrder {
  readonly customer: number;
  readonly report: number;
  readonly format: OutputFormat;
  readonly parameters: RenderParameters;
  /** With whose rights. */
  readonly requester: number;
  readonly scheduleRun: number | null;
  /** When its file may be deleted. */
  readonly expiresAt: Date;
}

/** An attempt of a process to render a report: it may write as long as it holds the lease. */
export type RenderAttempt = Pick<ReportRunRow, 'id' | 'attempts'> & { readonly lease_owner: string };

export interface RenderQueueNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const { maxRenderAttempts } = schedulingLimits;
/** A process that has not sent a heartbeat for this long has ended. */
export const RENDER_LEASE_MS = 60_000;
/** Largest detail of a failure. */
const MAX_DETAIL = 500;

/** Adds reports to the queue, in the transaction of what they are for. Returns their ids in the same order. */
export async function addRenderings(
  tx: Tx,
  orders: readonly RenderOrder[],
  now: Date,
): Promise<readonly number[]> {
  if (orders.length === 0) return [];
  const rows = await tx
    .insertInto('report_run')
    .values(
      orders.map((order) => ({
        customer_id: order.customer,
        report_id: order.report,
        format: order.format,
        parameters: sql<RenderParameters>`${JSON.stringify(order.parameters)}::jsonb`,
        requester_id: order.requester,
        schedule_run_id: order.scheduleRun,
        created_at: now,
        expires_at: order.expiresAt,
      })),
    )
    .returning('id')
    .execute();
  return rows.map(({ id }) => id).toSorted((one, other) => one - other);
}

const asJson = (progress: RenderingProgress) => sql<RenderingProgress>`${JSON.stringify(progress)}::jsonb`;

/**
 * The queue of reports to render, in PostgreSQL: servers fill it, processes that render claim from it. Customers take turns: the one whose
 * report was claimed longest ago is next. A report whose process ends is rendered by another one, twice at most.
 */
export class RenderQueue {
  readonly #needs: RenderQueueNeeds;

  constructor(needs: RenderQueueNeeds) {
    this.#needs = needs;
  }

  /** Claims the next report for a process; undefined: none waits. */
  async claim(worker: string): Promise<ReportRunRow | undefined> {
    const { db } = this.#needs;
    await this.#failCrashed();
    const now = this.#needs.clock.now();
    return claimRun<ReportRunRow>(db, now, {
      table: 'report_run',
      owner: worker,
      leaseMs: RENDER_LEASE_MS,
      cells: sql`state = 'running', attempts = attempts + 1, claimed_at = ${now}`,
      next: sql`
        SELECT candidate.id FROM report_run AS candidate
        JOIN (
          -- Once per customer, not per report: a thousand reports may wait.
          SELECT queued.customer_id, (
            SELECT max(other.claimed_at) FROM report_run AS other WHERE other.customer_id = queued.customer_id
          ) AS at
          FROM (SELECT DISTINCT customer_id FROM report_run WHERE state IN ('waiting', 'running')) AS queued
        ) AS turn ON turn.customer_id = candidate.customer_id
        WHERE candidate.state IN ('waiting', 'running') AND ${isFree(now, 'candidate')}
        ORDER BY turn.at NULLS FIRST, candidate.id
        LIMIT 1
        FOR UPDATE OF candidate SKIP LOCKED`,
    });
  }

  /** Extends the lease; false: the report was cancelled, or belongs to another attempt. */
  async beat(attempt: RenderAttempt, progress: RenderingProgress): Promise<boolean> {
    const { numUpdatedRows } = await this.#ofAttempt(this.#needs.db, attempt)
      .set({ ...leasedFor(this.#needs.clock.now(), RENDER_LEASE_MS), progress: asJson(progress) })
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Stores the file of a report, which fails when it is too large; false: as `beat`. */
  async finish(
    attempt: RenderAttempt,
    file: RenderedFile,
    {
      preview,
      progress,
    }: {
      readonly preview?: Pick<RenderedFile, 'content'> | undefined;
      readonly progress?: RenderingProgress;
    } = {},
  ): Promise<boolean> {
    const { db, clock } = this.#needs;
    if (file.content.length > MAX_REPORT_BYTES)
      return this.fail(attempt, 'too-large', `${String(file.content.length)} bytes`);
    return db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await this.#ofAttempt(tx, attempt)
        .set({
          state: 'done',
          ...unleased,
          ended_at: clock.now(),
          file_name: file.name,
          file_bytes: file.content.length,
          // A report that took less than a beat has reported none.
          ...(progress !== undefined && { progress: asJson(progress) }),
        })
        .executeTakeFirst();
      if (numUpdatedRows !== 1n) return false;
      await addParts(tx, { run: attempt.id, kind: 'file' }, file.content);
      if (preview !== undefined) await addParts(tx, { run: attempt.id, kind: 'preview' }, preview.content);
      return true;
    });
  }

  /** Records why a report cannot be rendered; false: as `beat`. */
  async fail(attempt: RenderAttempt, failure: RenderingFailure, detail: string): Promise<boolean> {
    const { db, clock } = this.#needs;
    const { numUpdatedRows } = await this.#ofAttempt(db, attempt)
      .set({
        state: 'failed',
        ...unleased,
        ended_at: clock.now(),
        failure,
        detail: detail.slice(0, MAX_DETAIL),
      })
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Returns a report to the queue, which has one attempt less; false: as `beat`. */
  async retry(attempt: RenderAttempt): Promise<boolean> {
    const { numUpdatedRows } = await this.#ofAttempt(this.#needs.db, attempt)
      .set({ state: 'waiting', ...unleased })
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Returns a report of a process that is stopped to the queue, as if it had not been claimed. */
  async release(attempt: RenderAttempt): Promise<void> {
    await this.#ofAttempt(this.#needs.db, attempt)
      .set({
        state: 'waiting',
        ...unleased,
        attempts: attempt.attempts - 1,
      })
      .execute();
  }

  /** Deletes reports whose files have expired, with their files. Returns their number. */
  async deleteExpired(): Promise<number> {
    const { db, clock } = this.#needs;
    const { numDeletedRows } = await db
      .deleteFrom('report_run')
      .where('expires_at', '<', clock.now())
      .where('state', '<>', 'running')
      .executeTakeFirst();
    return Number(numDeletedRows);
  }

  #ofAttempt(db: Db | Tx, { id, attempts, lease_owner }: RenderAttempt) {
    return db.updateTable('report_run').where(isHeld({ id, attempts, lease_owner }));
  }

  /** Fails the reports whose processes have ended too often. */
  async #failCrashed(): Promise<void> {
    const now = this.#needs.clock.now();
    await this.#needs.db
      .updateTable('report_run')
      .set({
        state: 'failed',
        failure: 'crashed',
        ...unleased,
        ended_at: now,
      })
      .where('state', '=', 'running')
      .where(isExhausted(maxRenderAttempts, now))
      .execute();
  }
}

/** Cancels the reports of a run of a schedule that are not done. Their processes notice it with the next heartbeat. */
export async function cancelRenderings(
  db: Db | Tx,
  scheduleRuns: readonly number[],
  now: Date,
): Promise<void> {
  if (scheduleRuns.length === 0) return;
  await db
    .updateTable('report_run')
    .set({ state: 'cancelled', ...unleased, ended_at: now })
    .where('schedule_run_id', 'in', scheduleRuns)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

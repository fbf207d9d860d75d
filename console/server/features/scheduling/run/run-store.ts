import { sql } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import {
  claimRun,
  isFree,
  isHeld,
  leasedFor,
  unleased,
  unleasedUntil,
} from '#platform/postgres/leased-runs.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { cancelRenderings } from '#platform/rendering/render-queue.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import type { RecipientResult, RunReason, SchedulingState } from '#schemas/scheduling/run.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { jsonCell } from '../json-cell.ts';
import type { SchedulingRow, SchedulingRunRow } from '../stored-scheduling.ts';

/** A server that has not extended its lease for this long has ended: another one continues its run. */
const LEASE_MS = 60_000;

/** So long a run whose reports are not rendered yet is of no interest: of a thousand runs each would be looked at all the time. */
const PATIENCE_MS = 10 * MINUTE_MS;

/** A run that this server works on. */
export interface ClaimedRun {
  readonly run: SchedulingRunRow;
  readonly schedule: SchedulingRow;
}

/** What a step changes. */
export interface RunChange {
  readonly state: SchedulingState;
  readonly reason?: RunReason | null;
  readonly recipients?: readonly RecipientResult[];
}

const isOver = (state: SchedulingState): boolean =>
  state === 'sent' || state === 'partly' || state === 'failed' || state === 'skipped';

/** Runs of schedules in PostgreSQL: one server works on each at a time. */
export class ScheduledRunStore {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #server: string;

  constructor({ db, clock, server }: { readonly db: Db; readonly clock: Clock; readonly server: string }) {
    this.#db = db;
    this.#clock = clock;
    this.#server = server;
  }

  /** Claims the run that has waited longest; undefined: none is to be worked on now. */
  async claim(): Promise<ClaimedRun | undefined> {
    const now = this.#clock.now();
    const run = await claimRun<SchedulingRunRow>(this.#db, now, {
      table: 'schedule_run',
      owner: this.#server,
      leaseMs: LEASE_MS,
      cells: sql`started_at = coalesce(started_at, ${now})`,
      next: sql`
        SELECT candidate.id FROM schedule_run AS candidate
        WHERE candidate.state IN ('waiting', 'rendering', 'mailing', 'sending') AND ${isFree(now, 'candidate')}
          AND NOT (candidate.state = 'rendering' AND candidate.state_since > ${addMs(now, -PATIENCE_MS)} AND coalesce((
            SELECT bool_or(report.state IN ('waiting', 'running')) AND NOT bool_or(report.state IN ('failed', 'cancelled'))
            FROM report_run AS report WHERE report.schedule_run_id = candidate.id
          ), false))
        ORDER BY candidate.lease_until NULLS FIRST, candidate.id
        LIMIT 1
        FOR UPDATE SKIP LOCKED`,
    });
    if (run === undefined) return undefined;
    const schedule = await this.#db
      .selectFrom('schedule')
      .selectAll()
      .where('id', '=', run.schedule_id)
      .executeTakeFirst();
    // Deleted in between, with the run.
    return schedule === undefined ? this.claim() : { run, schedule };
  }

  /** Extends the lease; false: the run was cancelled, or another server has it. */
  async extend({ run }: ClaimedRun): Promise<boolean> {
    const { numUpdatedRows } = await this.#ofRun(this.#db, run)
      .set(leasedFor(this.#clock.now(), LEASE_MS))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Releases the run, to be claimed after a time. */
  async leave({ run }: ClaimedRun, forMs: number): Promise<void> {
    await this.#ofRun(this.#db, run).set(unleasedUntil(this.#clock.now(), forMs)).execute();
  }

  /** Stores the result of a step, in its transaction; false: as `extend`. A run that continues is claimed again at once. */
  async change(db: Db | Tx, { run }: ClaimedRun, change: RunChange): Promise<boolean> {
    const now = this.#clock.now();
    const { state, reason, recipients } = change;
    const { numUpdatedRows } = await this.#ofRun(db, run)
      .set({
        state,
        state_since: now,
        ...unleased,
        ...(reason === undefined ? {} : { reason: reason === null ? null : jsonCell(reason) }),
        ...(recipients === undefined ? {} : { recipients: jsonCell(recipients) }),
        ...(isOver(state) ? { ended_at: now } : {}),
      })
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) return false;
    if (state === 'failed' || state === 'skipped') await cancelRenderings(db, [run.id], now);
    return true;
  }

  /** Stores the recipients of a run before their mails are queued. */
  async fixRecipients({ run }: ClaimedRun, recipients: readonly RecipientResult[]): Promise<boolean> {
    const { numUpdatedRows } = await this.#ofRun(this.#db, run)
      .set({ recipients: jsonCell(recipients) })
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Deletes runs that ended long ago. */
  async deleteOld(): Promise<void> {
    await this.#db
      .deleteFrom('schedule_run')
      .where('ended_at', '<', addMs(this.#clock.now(), -schedulingLimits.retainRunsMs))
      .execute();
  }

  #ofRun(db: Db | Tx, run: SchedulingRunRow) {
    return db.updateTable('schedule_run').where(isHeld(run));
  }
}

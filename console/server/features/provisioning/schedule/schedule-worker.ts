import { sql } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Log } from '#platform/log/log.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ImportFailure } from '#schemas/provisioning/import-run.ts';
import type { ScheduleOutcome } from '#schemas/provisioning/schedule.ts';
import { contentOf, insertImport, type ImportContent } from '../import-repository.ts';
import { jsonValue } from '../run/import-store.ts';
import { fetchSource, type FetchedSource, type FileLook, type SourceNeeds } from './fetch-source.ts';
import { nextRuns } from './next-runs.ts';
import type { ScheduleRow } from './schedule-repository.ts';

const CHECK_MS = 30_000;

export interface ScheduleWorkerNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly source: SourceNeeds;
  /** Called when a run has been queued. */
  readonly wake: () => void;
}

interface Outcome {
  readonly outcome: ScheduleOutcome;
  readonly failure: ImportFailure | null;
}

const failed = (failure: ImportFailure): Outcome => ({ outcome: 'failed', failure });

/** Starts imports when they are due. */
export class ScheduleWorker {
  readonly #needs: ScheduleWorkerNeeds;
  /** Files that were still written at the last look, by schedule. */
  readonly #growing = new Map<number, { readonly look: FileLook; readonly isForced: boolean }>();

  constructor(needs: ScheduleWorkerNeeds) {
    this.#needs = needs;
  }

  start(signal: AbortSignal): void {
    this.#needs.clock.every(CHECK_MS, () => this.check(signal), signal);
  }

  /** Runs every schedule that is due. */
  async check(signal: AbortSignal): Promise<void> {
    try {
      for (let due = await this.#claim(); due !== undefined && !signal.aborted; due = await this.#claim())
        await this.#run(due, signal);
    } catch (error) {
      if (!signal.aborted) this.#needs.log.warn({ err: error }, 'import schedule failed');
    }
  }

  /** The next one is set first: a schedule that ends its server does not do so again at once. */
  async #claim(): Promise<ScheduleRow | undefined> {
    const now = this.#needs.clock.now();
    return this.#needs.db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('import_schedule')
        .selectAll()
        .where((is) => is.or([is('next_at', '<=', now), is('run_now', '=', true)]))
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const [next] = row.enabled ? nextRuns({ cron: row.cron, timeZone: row.time_zone }, now, 1) : [];
      await tx
        .updateTable('import_schedule')
        .set({ next_at: next ?? null, run_now: false, last_at: now })
        .where('id', '=', row.id)
        .execute();
      return row;
    });
  }

  async #run(row: ScheduleRow, signal: AbortSignal): Promise<void> {
    const { source, clock } = this.#needs;
    const growing = this.#growing.get(row.id);
    this.#growing.delete(row.id);
    const isForced = row.run_now || growing?.isForced === true;
    const look = { nowMs: clock.now().getTime(), before: growing?.look };
    const fetched = await fetchSource(row.source, { ...source, ...look }, signal);
    if (fetched.is === 'growing') {
      this.#growing.set(row.id, { look: fetched.look, isForced });
      await this.#lookAgain(row);
      return;
    }
    const result = await this.#outcomeOf({ ...row, run_now: isForced }, fetched);
    if (result === 'queued') return;
    const { outcome, failure } = result;
    await this.#needs.db
      .updateTable('import_schedule')
      .set({ outcome, failure: failure === null ? null : jsonValue(failure) })
      .where('id', '=', row.id)
      .execute();
  }

  /** A file that is still written is looked at again at the next check. */
  async #lookAgain({ id }: ScheduleRow): Promise<void> {
    await this.#needs.db
      .updateTable('import_schedule')
      .set({ outcome: 'growing', failure: null, next_at: addMs(this.#needs.clock.now(), CHECK_MS) })
      .where('id', '=', id)
      .execute();
  }

  async #outcomeOf(
    row: ScheduleRow,
    fetched: Exclude<FetchedSource, { is: 'growing' }>,
  ): Promise<Outcome | 'queued'> {
    switch (fetched.is) {
      case 'absent':
        return { outcome: 'absent', failure: null };
      case 'too large':
        return failed({ code: 'IMPORT_TOO_LARGE' });
      case 'failed':
        return failed({ code: 'IMPORT_SOURCE_UNREACHABLE', params: { reason: fetched.reason } });
      case 'file':
        return this.#import(row, fetched);
    }
  }

  async #import(
    row: ScheduleRow,
    { name, content: file }: FetchedSource & { readonly is: 'file' },
  ): Promise<Outcome | 'queued'> {
    if (file.length === 0) return failed({ code: 'IMPORT_FILE_EMPTY' });
    const content = await contentOf(file);
    if (!row.run_now && (await this.#isImported(row, content)))
      return { outcome: 'unchanged', failure: null };
    const isQueued = await this.#queue(row, name, content);
    if (!isQueued) return failed({ code: 'PROVISIONING_RUNNING' });
    this.#needs.wake();
    return 'queued';
  }

  /** Whether the last import of the schedule was of the same content. */
  async #isImported({ id }: ScheduleRow, { sha256 }: ImportContent): Promise<boolean> {
    const last = await this.#needs.db
      .selectFrom('import_run')
      .select('sha256')
      .where('schedule_id', '=', id)
      .where('state', '<>', 'failed')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last?.sha256 === sha256;
  }

  /** Queues the application of the file; false while another import changes the inventory. */
  async #queue(row: ScheduleRow, name: string, content: ImportContent): Promise<boolean> {
    const { db, clock } = this.#needs;
    return db.transaction().execute(async (tx) => {
      // Two starts at the same moment: one waits for the other.
      await sql`SELECT pg_advisory_xact_lock(hashtext('import_run'))`.execute(tx);
      const running = await tx
        .selectFrom('import_run')
        .select('id')
        .where('task', '<>', 'plan')
        .where('state', 'in', ['queued', 'running'])
        .executeTakeFirst();
      if (running !== undefined) return false;
      const mapping =
        row.mapping_id === null
          ? undefined
          : await tx
              .selectFrom('import_mapping')
              .select('columns')
              .where('id', '=', row.mapping_id)
              .executeTakeFirst();
      const run = {
        ...({
          name,
          task: 'apply',
          mode: row.mode,
          removeMissing: row.remove_missing,
          schedule: row.id,
          removalPercent: row.removal_percent,
        } as const),
        mapping: mapping?.columns ?? null,
        importing: { ...row.actor, via: 'system', requestId: '', address: '' },
        author: { name: row.created_by, id: row.actor.actorId },
      };
      // Before the import begins, which may state another outcome.
      await tx
        .updateTable('import_schedule')
        .set({ outcome: 'imported', failure: null })
        .where('id', '=', row.id)
        .execute();
      await insertImport({ tx, now: clock.now() }, run, content);
      return true;
    });
  }
}

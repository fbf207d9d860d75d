import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { StartRecording } from '#schemas/debug/routes.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Actor } from '../../shared/repository/transact.ts';

export interface StoredRecording {
  readonly id: number;
  readonly customer: number;
  readonly site: number;
  readonly siteName: string;
  readonly startedAt: Date;
  readonly endsAt: Date;
  readonly stoppedAt: Date | null;
  readonly startedBy: string | null;
  readonly maxBytes: number;
  readonly comment: string;
}

/** Times of downloads by recording and file. */
export type RecordExports = ReadonlyMap<number, ReadonlyMap<string, Date>>;

/** The site of a recording, which is the subject of its audit entries. */
export type RecordedSite = Pick<StoredRecording, 'customer' | 'site' | 'siteName'>;

const auditSubject = ({ customer, site, siteName }: RecordedSite) => ({
  subject: 'recording',
  subjectId: site,
  subjectName: siteName,
  customer,
});

interface RecordingRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

/** Debug recordings that users requested. */
export class RecordingRepository {
  readonly #needs: RecordingRepositoryNeeds;

  constructor(needs: RecordingRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The recordings of these customers whose files are retained, newest first. */
  async list(customers: readonly number[], now: Date): Promise<readonly StoredRecording[]> {
    if (customers.length === 0) return [];
    return this.#needs.db
      .selectFrom('debug_recording as recording')
      .innerJoin('network_element as site', 'site.id', 'recording.site_id')
      .leftJoin('account', 'account.id', 'recording.started_by')
      .select(['recording.id', 'site.customer_id as customer', 'site.id as site', 'site.name as siteName'])
      .select(['started_at as startedAt', 'ends_at as endsAt', 'stopped_at as stoppedAt'])
      .select(['account.username as startedBy', 'max_bytes as maxBytes', 'comment'])
      .where('site.customer_id', 'in', [...customers])
      .where('deleted_at', 'is', null)
      .where('ends_at', '>', addMs(now, -debugRecord.retentionDays * DAY_MS))
      .orderBy('recording.id', 'desc')
      .execute();
  }

  /** Undefined when there is no such recording. */
  async findSite(id: number): Promise<RecordedSite | undefined> {
    return this.#needs.db
      .selectFrom('debug_recording')
      .innerJoin('network_element as site', 'site.id', 'debug_recording.site_id')
      .select(['site.customer_id as customer', 'site.id as site', 'site.name as siteName'])
      .where('debug_recording.id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
  }

  /** When files of these recordings were last downloaded, by recording and `recordKey`. */
  async exports(recordings: readonly number[]): Promise<RecordExports> {
    if (recordings.length === 0) return new Map();
    const rows = await this.#needs.db
      .selectFrom('debug_export')
      .select(['recording_id', 'file', 'exported_at'])
      .where('recording_id', 'in', [...recordings])
      .execute();
    const byRecording = Map.groupBy(rows, ({ recording_id }) => recording_id);
    return new Map(
      [...byRecording].map(([id, files]) => [
        id,
        new Map(files.map(({ file, exported_at }) => [file, exported_at])),
      ]),
    );
  }

  /** Notes a download of a file. Its audit entry is that of the request. */
  async noteExport(recording: number, file: string, { caller }: Pick<Actor, 'caller'>): Promise<void> {
    const exported = { exported_at: this.#needs.clock.now(), exported_by: caller.id };
    await this.#needs.db
      .insertInto('debug_export')
      .values({ recording_id: recording, file, ...exported })
      .onConflict((conflict) => conflict.columns(['recording_id', 'file']).doUpdateSet(exported))
      .execute();
  }

  /** Returns the id of the new recording. Throws DEBUG_RUNNING while the site is being recorded. */
  start({ minutes, maxBytes, comment }: StartRecording, site: RecordedSite, actor: Actor): Promise<number> {
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      // Two starts at the same time wait for each other.
      await sql`SELECT id FROM site WHERE id = ${site.site} FOR UPDATE`.execute(tx);
      const running = await tx
        .selectFrom('debug_recording')
        .select('id')
        .where('site_id', '=', site.site)
        .where('stopped_at', 'is', null)
        .where('ends_at', '>', now)
        .executeTakeFirst();
      if (running !== undefined) throw new ProblemError('DEBUG_RUNNING', { params: { site: site.siteName } });
      const ends_at = addMs(now, minutes * MINUTE_MS);
      const { id } = await tx
        .insertInto('debug_recording')
        .values({
          site_id: site.site,
          started_at: now,
          started_by: actor.caller.id,
          ends_at,
          max_bytes: maxBytes,
          comment,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const after = { minutes, maxBytes, comment };
      await record({ action: 'recording.start', ...auditSubject(site), after });
      return id;
    });
  }

  /** A recording that has stopped stays as it is. */
  stop(id: number, site: RecordedSite, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const { numUpdatedRows } = await tx
        .updateTable('debug_recording')
        .set({ stopped_at: now })
        .where('id', '=', id)
        .where('stopped_at', 'is', null)
        .executeTakeFirst();
      await record({
        action: 'recording.stop',
        ...auditSubject(site),
        before: { stopped: numUpdatedRows === 0n },
        after: { stopped: true },
      });
    });
  }

  /** Stops the recording, and lets the collectors delete its files. */
  delete(id: number, site: RecordedSite, actor: Actor): Promise<void> {
    return transact(this.#needs, actor, {}, async ({ tx, now, record }) => {
      const deleted = await tx
        .updateTable('debug_recording')
        .set((row) => ({ deleted_at: now, stopped_at: row.fn.coalesce('stopped_at', row.val(now)) }))
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returning(['started_at', 'max_bytes', 'comment'])
        .executeTakeFirst();
      if (deleted === undefined) return;
      const before = {
        startedAt: deleted.started_at.toISOString(),
        maxBytes: deleted.max_bytes,
        comment: deleted.comment,
      };
      await record({ action: 'recording.delete', ...auditSubject(site), before });
    });
  }
}

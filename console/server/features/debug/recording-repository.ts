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

  /** The recordings of these customers whose files are still kept, newest first. */
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
      .executeTakeFirst();
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
}

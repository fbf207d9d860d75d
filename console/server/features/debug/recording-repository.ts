import { sql } from 'kysely';
import { addMs } from '#platform/clock/time.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { StartRecording } from '#schemas/debug/routes.ts';
import type { Audit, AuditEntry } from '../../kernel/audit/audit-trail.ts';
import { debugRecord } from '#schemas/limit/collection.ts';
import { DAY_MS, MINUTE_MS } from '#schemas/time/duration.ts';

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

/** What the audit calls a recording. */
export type RecordingEntry = Omit<AuditEntry, 'action' | 'before' | 'after'>;

interface Starting extends StartRecording {
  readonly by: number;
  readonly now: Date;
}

/** Debug recordings that were asked for. */
export class RecordingRepository {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Of these customers, newest first, as long as their files are kept. */
  async list(customers: readonly number[], now: Date): Promise<readonly StoredRecording[]> {
    if (customers.length === 0) return [];
    return this.#db
      .selectFrom('debug_recording as recording')
      .innerJoin('network_element as site', 'site.id', 'recording.site_id')
      .leftJoin('account', 'account.id', 'recording.started_by')
      .select(['recording.id', 'site.customer_id as customer', 'site.id as site', 'site.name as siteName'])
      .select(['started_at as startedAt', 'ends_at as endsAt', 'stopped_at as stoppedAt'])
      .select(['account.username as startedBy', 'max_bytes as maxBytes', 'comment'])
      .where('site.customer_id', 'in', [...customers])
      .where('ends_at', '>', addMs(now, -debugRecord.keptDays * DAY_MS))
      .orderBy('recording.id', 'desc')
      .execute();
  }

  /** The new recording's id; undefined when the site is being recorded already. */
  async start(
    { site, minutes, maxBytes, comment, by, now }: Starting,
    entry: RecordingEntry,
    audit: Audit,
  ): Promise<number | undefined> {
    return this.#db.transaction().execute(async (transaction) => {
      // Two that start at once wait for one another.
      await sql`SELECT id FROM site WHERE id = ${site} FOR UPDATE`.execute(transaction);
      const running = await transaction
        .selectFrom('debug_recording')
        .select('id')
        .where('site_id', '=', site)
        .where('stopped_at', 'is', null)
        .where('ends_at', '>', now)
        .executeTakeFirst();
      if (running !== undefined) return undefined;
      const ends_at = addMs(now, minutes * MINUTE_MS);
      const { id } = await transaction
        .insertInto('debug_recording')
        .values({ site_id: site, started_at: now, started_by: by, ends_at, max_bytes: maxBytes, comment })
        .returning('id')
        .executeTakeFirstOrThrow();
      const after = { minutes, maxBytes, comment };
      await audit(transaction, { action: 'recording.start', ...entry, after });
      return id;
    });
  }

  /** Customer and site of a recording, undefined when there is none. */
  async find(id: number): Promise<Pick<StoredRecording, 'customer' | 'site' | 'siteName'> | undefined> {
    return this.#db
      .selectFrom('debug_recording')
      .innerJoin('network_element as site', 'site.id', 'debug_recording.site_id')
      .select(['site.customer_id as customer', 'site.id as site', 'site.name as siteName'])
      .where('debug_recording.id', '=', id)
      .executeTakeFirst();
  }

  /** One that has stopped stays as it is. */
  async stop(
    { id, now }: { readonly id: number; readonly now: Date },
    entry: RecordingEntry,
    audit: Audit,
  ): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('debug_recording')
        .set({ stopped_at: now })
        .where('id', '=', id)
        .where('stopped_at', 'is', null)
        .executeTakeFirst();
      const told = { before: { stopped: numUpdatedRows === 0n }, after: { stopped: true } };
      await audit(tx, { action: 'recording.stop', ...entry, ...told });
    });
  }
}

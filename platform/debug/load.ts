import { debugRecord } from '#schemas/limit/collection.ts';
import type { RecordingOrders } from '#schemas/debug/record.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import { addMs } from '../clock/time.ts';
import { watchConfig, type LiveValue, type LiveConfigNeeds } from '../live-config/watch-config.ts';
import type { Db } from '../postgres/postgres.ts';

/** A day longer than files are retained: a collector that was down deletes them at its start. */
const DELETED_MS = (debugRecord.retentionDays + 1) * DAY_MS;

/** Recordings that were neither stopped nor have expired, and those whose files are to be deleted. */
export async function loadRecordings(db: Db, now: Date): Promise<RecordingOrders> {
  const rows = await db
    .selectFrom('debug_recording')
    .selectAll()
    .where((row) =>
      row.or([
        row.and([row('stopped_at', 'is', null), row('ends_at', '>', now)]),
        row('deleted_at', '>', addMs(now, -DELETED_MS)),
      ]),
    )
    .orderBy('id')
    .execute();
  const [deleted, running] = [
    rows.filter(({ deleted_at }) => deleted_at !== null),
    rows.filter(({ deleted_at }) => deleted_at === null),
  ];
  return {
    running: running.map(({ id, site_id, started_at, ends_at, max_bytes }) => ({
      id,
      site: site_id,
      startedMs: started_at.getTime(),
      endsMs: ends_at.getTime(),
      maxBytes: max_bytes,
    })),
    deleted: deleted.map(({ id }) => id),
  };
}

/** The live list of recordings that run, and of those that were deleted. */
export const watchRecordings = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<RecordingOrders>> =>
  watchConfig(needs, {
    entity: 'debug',
    read: () => loadRecordings(needs.db, needs.clock.now()),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });

import type { Recording } from '#schemas/debug/record.ts';
import { watchConfig, type LiveValue, type LiveConfigNeeds } from '../live-config/watch-config.ts';
import type { Db } from '../postgres/postgres.ts';

/** Recordings that were neither stopped nor have expired. */
export async function loadRecordings(db: Db, now: Date): Promise<readonly Recording[]> {
  const rows = await db
    .selectFrom('debug_recording')
    .selectAll()
    .where('stopped_at', 'is', null)
    .where('ends_at', '>', now)
    .orderBy('id')
    .execute();
  return rows.map(({ id, site_id, started_at, ends_at, max_bytes }) => ({
    id,
    site: site_id,
    startedMs: started_at.getTime(),
    endsMs: ends_at.getTime(),
    maxBytes: max_bytes,
  }));
}

/** The live list of running recordings. */
export const watchRecordings = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<readonly Recording[]>> =>
  watchConfig(needs, {
    entity: 'debug',
    read: () => loadRecordings(needs.db, needs.clock.now()),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });

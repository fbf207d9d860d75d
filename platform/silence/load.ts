import { Recurrence } from '#schemas/silence/recurrence.ts';
import { SilenceMatch, type Silence } from '#schemas/silence/silence.ts';
import { DAY_MS } from '#schemas/time/duration.ts';
import type { silence } from '#schemas/table/silence.ts';
import type { Row } from '#schemas/table/relation.ts';
import { addMs } from '../clock/time.ts';
import { watchConfig, type LiveValue, type LiveConfigNeeds } from '../live-config/watch-config.ts';
import type { Db } from '../postgres/postgres.ts';

/**
 * Loads silences that ended less than a day ago or later: an engine with a backlog still reads samples of a maintenance window
 * that has ended. An unreadable silence is left out, so that its alarms are notified.
 */
async function loadSilences(db: Db, now: Date): Promise<readonly Silence[]> {
  const since = addMs(now, -DAY_MS);
  const rows = await db
    .selectFrom('silence')
    .selectAll()
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', since)]))
    .orderBy('id')
    .execute();
  return silencesOf(rows);
}

/** Loads the silences that existed and had not ended at a past time. An edited silence has its current content. */
export async function silencesThen(db: Db, atMs: number): Promise<readonly Silence[]> {
  const at = new Date(atMs);
  const rows = await db
    .selectFrom('silence')
    .selectAll()
    .where('created_at', '<=', at)
    .where((where) => where.or([where('ends_at', 'is', null), where('ends_at', '>', at)]))
    .orderBy('id')
    .execute();
  return silencesOf(rows);
}

function silencesOf(rows: readonly Row<typeof silence>[]): readonly Silence[] {
  return rows.flatMap((row) => {
    const match = SilenceMatch.safeParse(row.match);
    const recurrence = Recurrence.nullable().safeParse(row.recurrence);
    if (!match.success || !recurrence.success) return [];
    return [
      {
        id: row.id,
        customer: row.customer_id,
        match: match.data,
        reason: row.reason,
        author: row.author,
        startsAt: row.starts_at.getTime(),
        endsAt: row.ends_at?.getTime() ?? null,
        recurrence: recurrence.data,
        maintenance: row.maintenance,
      },
    ];
  });
}

/** The live silences. */
export const watchSilences = (
  needs: LiveConfigNeeds & { readonly db: Db },
): Promise<LiveValue<readonly Silence[]>> =>
  watchConfig(needs, {
    entity: 'silence',
    read: () => loadSilences(needs.db, needs.clock.now()),
    same: (one, other) => JSON.stringify(one) === JSON.stringify(other),
  });

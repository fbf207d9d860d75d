import { MAX_COCKPIT_VERSIONS, type CockpitDocument, type DocumentAlarm } from '#schemas/cockpit/version.ts';
import { isSameDocument } from '#schemas/cockpit/version-difference.ts';
import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import type { Reader } from './cockpit-transaction.ts';
import { readAlarms } from './read-alarms.ts';

async function readThresholds(
  db: Reader,
  alarms: readonly number[],
): Promise<ReadonlyMap<number, DocumentAlarm['thresholds']>> {
  if (alarms.length === 0) return new Map();
  const rows = await db
    .selectFrom('alarm_threshold')
    .selectAll()
    .where('alarm_id', 'in', alarms)
    .orderBy('customer_id')
    .orderBy('element_id')
    .execute();
  const thresholds = rows.map(({ alarm_id, customer_id, element_id, value }) => {
    const target = customer_id === null ? { element: element_id ?? 0 } : { customer: customer_id };
    return { alarm: alarm_id, threshold: { target, value } };
  });
  const byAlarm = Map.groupBy(thresholds, ({ alarm }) => alarm);
  return new Map([...byAlarm].map(([alarm, all]) => [alarm, all.map(({ threshold }) => threshold)]));
}

/** The cockpit as a version keeps it. Undefined when there is none. */
export async function readDocument(db: Reader, cockpit: number): Promise<CockpitDocument | undefined> {
  const row = await db
    .selectFrom('resource')
    .select(['name', 'description'])
    .where('id', '=', cockpit)
    .where('kind', '=', 'cockpit')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const alarms = await readAlarms(db, cockpit, new Set());
  const thresholds = await readThresholds(
    db,
    alarms.map(({ id }) => id),
  );
  return {
    ...row,
    alarms: alarms.map(({ author: _author, updatedAt: _at, ownThresholds: _own, ...alarm }) => ({
      ...alarm,
      thresholds: thresholds.get(alarm.id) ?? [],
    })),
  };
}

interface Origin {
  readonly author_id: number | null;
  readonly at: Date;
  readonly restored?: number;
}

/** Keeps the present state as the newest version, unless the newest one has this content, and deletes the oldest above the limit. */
async function keepPresent(
  { tx }: ResourceTransaction,
  cockpit_id: number,
  { restored = null, ...origin }: Omit<Origin, 'restored'> & { readonly restored?: number | null },
): Promise<void> {
  const document = await readDocument(tx, cockpit_id);
  if (document === undefined) return;
  const newest = await tx
    .selectFrom('cockpit_version')
    .select(['number', 'document'])
    .where('cockpit_id', '=', cockpit_id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined && restored === null && isSameDocument(newest.document, document)) {
    // Alarms are restored under a version above every one that was read.
    await tx
      .updateTable('cockpit_version')
      .set({ document })
      .where('cockpit_id', '=', cockpit_id)
      .where('number', '=', newest.number)
      .execute();
    return;
  }
  const number = (newest?.number ?? 0) + 1;
  await tx
    .insertInto('cockpit_version')
    .values({ cockpit_id, number, document, restored, ...origin })
    .execute();
  await tx
    .deleteFrom('cockpit_version')
    .where('cockpit_id', '=', cockpit_id)
    .where('number', '<=', number - MAX_COCKPIT_VERSIONS)
    .execute();
}

/** Keeps the state after a change as a version of the actor. */
export const keepVersion = (change: ResourceTransaction, cockpit: number, restored?: number): Promise<void> =>
  keepPresent(change, cockpit, {
    author_id: change.actor.caller.id,
    at: change.now,
    ...(restored === undefined ? {} : { restored }),
  });

/**
 * Runs a change of a cockpit and keeps the states before and after it. The state before is a version already, unless the cockpit was
 * imported or changed by something else than its routes.
 */
export async function keepingVersions<Result>(
  change: ResourceTransaction,
  { cockpit, restored }: { readonly cockpit: number; readonly restored?: number },
  run: () => Promise<Result>,
): Promise<Result> {
  const row = await change.tx
    .selectFrom('resource')
    .select(['author_id', 'updated_at'])
    .where('id', '=', cockpit)
    .where('kind', '=', 'cockpit')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row !== undefined) await keepPresent(change, cockpit, { author_id: row.author_id, at: row.updated_at });
  const result = await run();
  await keepVersion(change, cockpit, restored);
  return result;
}

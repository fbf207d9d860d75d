import type { Db } from '#platform/postgres/postgres.ts';
import { accessTo } from '#schemas/resource/access.ts';
import { cockpitLimits } from '#schemas/cockpit/cockpit.ts';
import type { Cockpit, CockpitDraft, CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { cockpitFaults } from '#schemas/cockpit/rules.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { addTemplate, requireAccess, updateResource } from '../../shared/resource/change-resource.ts';
import { readStored, shownTo } from '../../shared/resource/stored-resource.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { lockCockpit, refuse, refuseStale } from './change.ts';
import type { Change } from './change.ts';
import { copyAlarms } from './copy-alarms.ts';
import { readAlarms } from './read-alarms.ts';

const countAlarms = (db: Db) =>
  db
    .selectFrom('cockpit_alarm')
    .select(['cockpit_id'])
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('enabled', '=', true).as('enabled'),
    ])
    .groupBy('cockpit_id')
    .execute();

const readOpened = (db: Db, account: number) =>
  db
    .selectFrom('cockpit_opened')
    .select(['cockpit_id', 'opened_at'])
    .where('account_id', '=', account)
    .execute();

/** The library as far as the caller may see it, by name, with what he opened recently. */
export async function readLibrary(db: Db, caller: Caller): Promise<CockpitSummary[]> {
  const [stored, counts, openings, viewer] = await Promise.all([
    readStored(db, 'cockpit'),
    countAlarms(db),
    readOpened(db, caller.id),
    viewerOf(db, caller),
  ]);
  const alarms = new Map(counts.map(({ cockpit_id, total, enabled }) => [cockpit_id, { total, enabled }]));
  const opened = new Map(openings.map(({ cockpit_id, opened_at }) => [cockpit_id, opened_at.getTime()]));
  return stored
    .filter((cockpit) => accessTo(cockpit, viewer).read)
    .map((cockpit) => ({
      ...shownTo(viewer, cockpit),
      alarms: alarms.get(cockpit.id) ?? { total: 0, enabled: 0 },
      openedAt: opened.get(cockpit.id) ?? null,
    }));
}

/** Throws NOT_FOUND. */
export async function readCockpit(db: Db, id: number, caller: Caller): Promise<Cockpit> {
  const [stored] = await readStored(db, 'cockpit', [id]);
  const viewer = await viewerOf(db, caller);
  const cockpit = requireAccess(stored, viewer, 'read');
  return { ...shownTo(viewer, cockpit), alarms: await readAlarms(db, id, viewer.customers) };
}

/** The cockpit that an alarm is in. Throws NOT_FOUND. */
export async function placeOf(db: Db, alarm: number): Promise<number> {
  const row = await db
    .selectFrom('cockpit_alarm')
    .select('cockpit_id')
    .where('id', '=', alarm)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row.cockpit_id;
}

/** A name in use is refused here, and by the table where two take it at the same moment. */
async function refuseTaken({ tx }: Change, name: string, own?: number): Promise<void> {
  const taken = await tx
    .selectFrom('resource')
    .select('id')
    .where('kind', '=', 'cockpit')
    .where('name', '=', name)
    .executeTakeFirst();
  if (taken !== undefined && taken.id !== own) refuse([{ field: 'name', code: 'NOT_UNIQUE' }]);
}

/** Answers its id. */
export async function addCockpit(change: Change, draft: CockpitDraft): Promise<number> {
  refuse(cockpitFaults(draft, 0));
  await refuseTaken(change, draft.name);
  return addTemplate(change, { kind: 'cockpit', ...draft });
}

/** Answers the cockpit as it was. */
export async function changeCockpit(
  change: Change,
  id: number,
  { version, ...draft }: CockpitDraft & { readonly version: number },
): Promise<StoredResource> {
  const stored = await lockCockpit(change, id);
  refuseStale(stored.version, version);
  const { alarms } = await change.tx
    .selectFrom('cockpit_alarm')
    .select(({ fn }) => fn.countAll<number>().as('alarms'))
    .where('cockpit_id', '=', id)
    .executeTakeFirstOrThrow();
  refuse(cockpitFaults(draft, alarms));
  await refuseTaken(change, draft.name, id);
  await updateResource(change, id, draft);
  return stored;
}

/** Answers the id of the copy, shared with nobody. Its alarms are disabled: enabled, each of them would run twice from the next window on. */
export async function copyCockpit(change: Change, id: number, name: string): Promise<number> {
  const { row } = await lockCockpit(change, id, 'read');
  const copy = await addCockpit(change, { name, description: row.description });
  await copyAlarms(change, id, copy);
  return copy;
}

/** Answers the cockpit as it was. */
export async function removeCockpit(change: Change, id: number, version: number): Promise<StoredResource> {
  const stored = await lockCockpit(change, id);
  refuseStale(stored.version, version);
  await change.tx.deleteFrom('resource').where('id', '=', id).execute();
  return stored;
}

/** Puts a cockpit first among those that a user opened recently; only so many are kept. */
export async function noteOpened({ tx, author, viewer, now }: Change, cockpit: number): Promise<void> {
  await lockCockpit({ tx, viewer }, cockpit, 'read');
  await tx
    .insertInto('cockpit_opened')
    .values({ account_id: author, cockpit_id: cockpit, opened_at: now })
    .onConflict((known) => known.columns(['account_id', 'cockpit_id']).doUpdateSet({ opened_at: now }))
    .execute();
  await tx
    .deleteFrom('cockpit_opened')
    .where('account_id', '=', author)
    .where('cockpit_id', 'not in', (is) =>
      is
        .selectFrom('cockpit_opened')
        .select('cockpit_id')
        .where('account_id', '=', author)
        .orderBy('opened_at', 'desc')
        .orderBy('cockpit_id')
        .limit(cockpitLimits.recentMax),
    )
    .execute();
}

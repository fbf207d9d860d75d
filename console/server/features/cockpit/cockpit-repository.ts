import type { Db } from '#platform/postgres/postgres.ts';
import { cockpitLimits } from '#schemas/cockpit/cockpit.ts';
import type { Cockpit, CockpitDraft, CockpitSummary } from '#schemas/cockpit/cockpit.ts';
import { cockpitFaults } from '#schemas/cockpit/rules.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { lockCockpit, nameOf, refuse, refuseStale, stamp } from './change.ts';
import type { Change, Reader } from './change.ts';
import { copyAlarms } from './copy-alarms.ts';
import { readAlarms } from './read-alarms.ts';

/** The library, by name, with what a user opened recently. */
export async function readLibrary(db: Db, account: number): Promise<CockpitSummary[]> {
  const rows = await db
    .selectFrom('cockpit')
    .leftJoin('account', 'account.id', 'cockpit.author_id')
    .leftJoin('cockpit_opened as opened', (join) =>
      join.onRef('opened.cockpit_id', '=', 'cockpit.id').on('opened.account_id', '=', account),
    )
    .leftJoin('cockpit_alarm as alarm', 'alarm.cockpit_id', 'cockpit.id')
    .select(['cockpit.id', 'cockpit.name', 'cockpit.description', 'cockpit.updated_at', 'cockpit.version'])
    .select(['username', 'first_name', 'last_name', 'opened_at'])
    .select(({ fn }) => [
      fn.count<number>('alarm.id').as('total'),
      fn.count<number>('alarm.id').filterWhere('alarm.enabled', '=', true).as('enabled'),
    ])
    .groupBy(['cockpit.id', 'account.id', 'opened_at'])
    .orderBy('cockpit.name')
    .execute();
  return rows.map(({ id, name, description, version, updated_at, total, enabled, opened_at, ...who }) => ({
    id,
    name,
    description,
    version,
    author: nameOf(who),
    updatedAt: updated_at.getTime(),
    alarms: { total, enabled },
    openedAt: opened_at?.getTime() ?? null,
  }));
}

/** Throws NOT_FOUND. */
export async function readCockpit(db: Reader, id: number, customers: ReadonlySet<number>): Promise<Cockpit> {
  const row = await db
    .selectFrom('cockpit')
    .leftJoin('account', 'account.id', 'cockpit.author_id')
    .selectAll('cockpit')
    .select(['username', 'first_name', 'last_name'])
    .where('cockpit.id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  const { name, description, version, updated_at } = row;
  const alarms = await readAlarms(db, id, customers);
  return { id, name, description, version, author: nameOf(row), updatedAt: updated_at.getTime(), alarms };
}

/** The cockpit that an alarm is in. Throws NOT_FOUND. */
export async function placeOf(db: Reader, alarm: number): Promise<number> {
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
  const taken = await tx.selectFrom('cockpit').select('id').where('name', '=', name).executeTakeFirst();
  if (taken !== undefined && taken.id !== own) refuse([{ field: 'name', code: 'NOT_UNIQUE' }]);
}

/** Answers its id. */
export async function addCockpit(change: Change, draft: CockpitDraft): Promise<number> {
  refuse(cockpitFaults(draft, 0));
  await refuseTaken(change, draft.name);
  const { author: author_id, now } = change;
  const { id } = await change.tx
    .insertInto('cockpit')
    .values({ ...draft, author_id, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeCockpit(
  change: Change,
  id: number,
  { version, ...draft }: CockpitDraft & { readonly version: number },
): Promise<void> {
  const stored = await lockCockpit(change, id);
  refuseStale(stored.version, version);
  const { alarms } = await change.tx
    .selectFrom('cockpit_alarm')
    .select(({ fn }) => fn.countAll<number>().as('alarms'))
    .where('cockpit_id', '=', id)
    .executeTakeFirstOrThrow();
  refuse(cockpitFaults(draft, alarms));
  await refuseTaken(change, draft.name, id);
  await change.tx
    .updateTable('cockpit')
    .set({ ...draft, ...stamp(change) })
    .where('id', '=', id)
    .execute();
}

/** Answers the id of the copy. Its alarms are disabled: enabled, each of them would run twice from the next window on. */
export async function copyCockpit(change: Change, id: number, name: string): Promise<number> {
  const { description } = await lockCockpit(change, id);
  const copy = await addCockpit(change, { name, description });
  await copyAlarms(change, id, copy);
  return copy;
}

export async function removeCockpit(change: Change, id: number, version: number): Promise<void> {
  refuseStale((await lockCockpit(change, id)).version, version);
  await change.tx.deleteFrom('cockpit').where('id', '=', id).execute();
}

/** Puts a cockpit first among those that a user opened recently; only so many are kept. */
export async function noteOpened({ tx, author, now }: Change, cockpit: number): Promise<void> {
  await lockCockpit({ tx }, cockpit);
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

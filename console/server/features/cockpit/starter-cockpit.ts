import { z } from 'zod';
import type { Kysely, Transaction } from 'kysely';
import { starterCockpit } from '#schemas/cockpit/starter/starter-cockpit.ts';
import { libraryDirectory } from '#schemas/kpi/directory.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { columnsOfDraft } from './alarm-repository.ts';
import type { Reader } from './cockpit-transaction.ts';

const SETTING = 'cockpit.started';
/** Null: a cockpit of its name existed, and none was created. */
const Started = z.strictObject({ cockpit: z.int().nullable() });

/** Returns the id of the cockpit that the product created, also after its deletion: ids are not reused. */
export async function readStarterCockpit(db: Reader): Promise<number | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', SETTING).executeTakeFirst();
  return row === undefined ? undefined : (Started.parse(row.value).cockpit ?? undefined);
}

/** What the replies about a cockpit say of its origin. */
export const originFields = (
  id: number,
  starter: number | undefined,
): { readonly isStarter?: true | undefined } => (id === starter ? { isStarter: true } : {});

async function insertStarter(tx: Transaction<Database>, active: boolean): Promise<number | null> {
  const { name, description, alarms } = starterCockpit;
  const cockpit = await tx
    .insertInto('resource')
    .values({
      kind: 'cockpit',
      name,
      description,
      active,
      visibility: 'multi-client',
      shared_with_all: true,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (cockpit === undefined) return null;
  const rows = alarms.map((alarm) => ({
    ...columnsOfDraft(alarm, libraryDirectory),
    cockpit_id: cockpit.id,
  }));
  await tx.insertInto('cockpit_alarm').values(rows).execute();
  return cockpit.id;
}

/**
 * Creates the cockpit that an installation starts with, once: users change, deactivate and delete it. Where alarms are defined
 * already it is inactive, since active it would raise them a second time. Returns whether it was created.
 */
export async function ensureStarterCockpit(db: Kysely<Database>): Promise<boolean> {
  return await db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('setting')
      .values({ name: SETTING, value: JSON.stringify({ cockpit: null }) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('name')
      .executeTakeFirst();
    if (first === undefined) return false;
    const defined = await tx.selectFrom('cockpit_alarm').select('id').limit(1).executeTakeFirst();
    const cockpit = await insertStarter(tx, defined === undefined);
    await tx
      .updateTable('setting')
      .set({ value: JSON.stringify({ cockpit }) })
      .where('name', '=', SETTING)
      .execute();
    return cockpit !== null;
  });
}

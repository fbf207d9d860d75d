import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';

/** Thresholds of customers that the actor does not see stay with the original. */
async function copyGroupsAndThresholds(
  { tx, viewer }: ResourceTransaction,
  from: number,
  to: number,
): Promise<void> {
  await tx
    .insertInto('cockpit_alarm_group')
    .columns(['alarm_id', 'group_id'])
    .expression((eb) =>
      eb
        .selectFrom('cockpit_alarm_group')
        .select((value) => [value.val(to).as('alarm_id'), 'group_id'])
        .where('alarm_id', '=', from),
    )
    .execute();
  await tx
    .insertInto('alarm_threshold')
    .columns(['alarm_id', 'customer_id', 'element_id', 'value'])
    .expression((eb) =>
      eb
        .selectFrom('alarm_threshold as own')
        .leftJoin('network_element as element', 'element.id', 'own.element_id')
        .select((value) => [value.val(to).as('alarm_id'), 'own.customer_id', 'own.element_id', 'own.value'])
        .where('own.alarm_id', '=', from)
        .where(({ fn, eb }) =>
          eb(fn.coalesce('own.customer_id', 'element.customer_id'), 'in', [0, ...viewer.customers]),
        ),
    )
    .execute();
}

/** Copies the alarms of a cockpit with their thresholds and groups, disabled. */
export async function copyAlarms(change: ResourceTransaction, from: number, to: number): Promise<void> {
  const { tx, actor, now } = change;
  const alarms = await tx
    .selectFrom('cockpit_alarm')
    .selectAll()
    .where('cockpit_id', '=', from)
    .orderBy('id')
    .execute();
  for (const { id, version: _, ...alarm } of alarms) {
    const copy = await tx
      .insertInto('cockpit_alarm')
      .values({ ...alarm, cockpit_id: to, enabled: false, author_id: actor.caller.id, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await copyGroupsAndThresholds(change, id, copy.id);
  }
}

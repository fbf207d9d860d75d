import type { Db } from '#platform/postgres/postgres.ts';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import type { SharedAlarm, SharedCockpit } from '#schemas/cockpit/shared-routes.ts';
import { editPlace, canSeeShared } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readStoredResources } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { readAlarms } from './read-alarms.ts';

/** A restricted alarm is visible to the members of its groups and to users with access to restricted resources. */
const isVisible = ({ visibility, groups }: Alarm, caller: Caller): boolean =>
  visibility === 'everyone' ||
  caller.permissions.has('EXTRA.RESTRICTED.read') ||
  groups.some((group) => caller.groups.has(group));

function sharedAlarm(alarm: Alarm, own: ReadonlyMap<number, number>): SharedAlarm {
  const { id, label, kpi, operator, threshold, severity, outliers, measures, enabled } = alarm;
  const value = own.get(id);
  const inForce =
    value === undefined
      ? { threshold, thresholdFrom: 'alarm' as const }
      : { threshold: value, thresholdFrom: 'customer' as const };
  return { id, label, kpi, operator, severity, outliers, measures, enabled, ...inForce };
}

async function ownThresholds(db: Db, customer: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('alarm_threshold')
    .select(['alarm_id', 'value'])
    .where('customer_id', '=', customer)
    .execute();
  return new Map(rows.map(({ alarm_id, value }) => [alarm_id, value]));
}

/** The cockpits that the provider shares with a customer, by name, as far as the caller may see them. */
export async function readSharedCockpits(
  db: Db,
  customerId: number,
  caller: Caller,
): Promise<SharedCockpit[]> {
  const { profile_id: profile } = await db
    .selectFrom('customer')
    .select('profile_id')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  const [stored, viewer, own] = await Promise.all([
    readStoredResources(db, 'cockpit'),
    viewerOf(db, caller),
    ownThresholds(db, customerId),
  ]);
  const shared = stored.filter((one) => canSeeShared(one, { id: customerId, profile }, viewer));
  return Promise.all(
    shared.map(async (one) => ({
      id: one.id,
      name: one.name,
      description: one.row.description,
      updatedAt: one.row.updated_at.getTime(),
      active: one.active,
      edit: editPlace(one, viewer) === 'multi-client' ? ('multi-client' as const) : ('nowhere' as const),
      alarms: (await readAlarms(db, one.id, viewer.customers))
        .filter((alarm) => isVisible(alarm, caller))
        .map((alarm) => sharedAlarm(alarm, own)),
    })),
  );
}

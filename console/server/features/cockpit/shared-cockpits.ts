import type { Db } from '#platform/postgres/postgres.ts';
import type { Alarm } from '#schemas/cockpit/cockpit.ts';
import { allowedThreshold } from '#schemas/cockpit/customer-bounds.ts';
import { statedLevels } from '#schemas/cockpit/level/severity-levels.ts';
import type { SharedAlarm, SharedCockpit } from '#schemas/cockpit/shared-routes.ts';
import { editPlace, canSeeShared } from '#schemas/resource/access.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readStoredResources } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { accountName } from './cockpit-transaction.ts';
import { readAlarms } from './read-alarms.ts';
import { originFields, readStarterCockpit } from './starter-cockpit.ts';

/** A restricted alarm is visible to the members of its groups and to users with access to restricted resources. */
const isVisible = ({ visibility, groups }: Alarm, caller: Caller): boolean =>
  visibility === 'everyone' ||
  caller.permissions.has('EXTRA.RESTRICTED.read') ||
  groups.some((group) => caller.groups.has(group));

interface CustomerValues {
  /** Thresholds that the provider has set for the customer, by alarm. */
  readonly provided: ReadonlyMap<number, number>;
  /** Those that the customer has set. */
  readonly own: ReadonlyMap<number, NonNullable<SharedAlarm['own']>>;
  /** Whether the caller sees every site of the customer, to all of which its threshold applies. */
  readonly maySet: boolean;
}

function sharedAlarm(alarm: Alarm, values: CustomerValues): SharedAlarm {
  const { id, label, kpi, operator, severity, levels, outliers, measures, enabled } = alarm;
  const { customerBounds: bounds } = alarm;
  const ofCustomer = values.provided.get(id);
  const provided = ofCustomer ?? alarm.threshold;
  const own = values.own.get(id) ?? null;
  const allowed = allowedThreshold(own?.value, bounds);
  const providedFrom = ofCustomer === undefined ? 'alarm' : 'customer';
  return {
    id,
    label,
    kpi,
    operator,
    severity,
    ...statedLevels(levels),
    outliers,
    measures,
    enabled,
    provided,
    own,
    threshold: allowed ?? provided,
    thresholdFrom: allowed === undefined ? providedFrom : 'own',
    bounds: (values.maySet ? bounds : undefined) ?? null,
  };
}

async function readCustomerSetThresholds(db: Db, customer: number): Promise<CustomerValues['own']> {
  const rows = await db
    .selectFrom('alarm_customer_threshold as own')
    .leftJoin('account', 'account.id', 'own.author_id')
    .selectAll('own')
    .select(['username', 'first_name', 'last_name'])
    .where('own.customer_id', '=', customer)
    .execute();
  return new Map(
    rows.map((row) => {
      const { value, frozen, updated_at } = row;
      return [row.alarm_id, { value, frozen, author: accountName(row), updatedAt: updated_at.getTime() }];
    }),
  );
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
  const [stored, viewer, provided, own, starter] = await Promise.all([
    readStoredResources(db, 'cockpit'),
    viewerOf(db, caller),
    ownThresholds(db, customerId),
    readCustomerSetThresholds(db, customerId),
    readStarterCockpit(db),
  ]);
  const shared = stored.filter((one) => canSeeShared(one, { id: customerId, profile }, viewer));
  return Promise.all(
    shared.map(async (one) => ({
      ...originFields(one.id, starter),
      id: one.id,
      name: one.name,
      description: one.row.description,
      updatedAt: one.row.updated_at.getTime(),
      active: one.active,
      edit: editPlace(one, viewer) === 'multi-client' ? ('multi-client' as const) : ('nowhere' as const),
      alarms: (await readAlarms(db, one.id, viewer.customers))
        .filter((alarm) => isVisible(alarm, caller))
        .map((alarm) => sharedAlarm(alarm, { provided, own, maySet: !caller.sites.has(customerId) })),
    })),
  );
}

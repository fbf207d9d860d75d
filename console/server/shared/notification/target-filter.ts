import { z } from 'zod';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { filterFields } from '#schemas/settings/notification-scope.ts';
import type { Caller } from '../../kernel/access/caller.ts';

const TargetFilter = z.object(filterFields);
type TargetFilter = z.infer<typeof TargetFilter>;

/** The columns of the limits of a target, as JSON. */
export const filterColumns = ({ customers, severities, alarms }: TargetFilter) => ({
  customers: JSON.stringify(customers),
  severities: JSON.stringify(severities),
  alarms: JSON.stringify(alarms),
});

/** Returns the limits of a row. */
export const parseFilter = (row: Readonly<Record<keyof TargetFilter, unknown>>): TargetFilter =>
  TargetFilter.parse(row);

/** The customers and alarms that a target can be limited to, by name. Restricted alarms are listed for users with access to these. */
export async function readFilterChoices(db: Db, { permissions }: Pick<Caller, 'permissions'>) {
  const visible = permissions.has('EXTRA.RESTRICTED.read') ? ['everyone', 'RESTRICTED'] : ['everyone'];
  const [customers, alarms] = await Promise.all([
    db.selectFrom('customer').select(['id', 'name']).orderBy('name', asNames).execute(),
    db
      .selectFrom('cockpit_alarm')
      .select(['id', 'label as name'])
      .where('visibility', 'in', visible)
      .orderBy('label', asNames)
      .execute(),
  ]);
  return { customers, alarms };
}

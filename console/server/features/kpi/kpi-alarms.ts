import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import type { KpiAlarm } from '#schemas/kpi/alarm-routes.ts';
import { accessTo } from '#schemas/resource/access.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readStoredResources } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';

/** The alarms on a KPI by cockpit, and how many others there are. */
export async function readKpiAlarms(
  db: Db,
  key: string,
  caller: Caller,
): Promise<{ alarms: KpiAlarm[]; others: number }> {
  const rows = await db
    .selectFrom('cockpit_alarm')
    .select(['id', 'label', 'severity', 'enabled', 'cockpit_id'])
    .where('kpi', '=', key)
    .orderBy('label', asNames)
    .orderBy('id')
    .execute();
  const viewer = await viewerOf(db, caller);
  const opened = new Map(
    (await readStoredResources(db, 'cockpit')).flatMap((cockpit) =>
      accessTo(cockpit, viewer).read ? [[cockpit.id, cockpit.name] as const] : [],
    ),
  );
  const alarms = rows.flatMap(({ cockpit_id: cockpit, severity, ...alarm }): readonly KpiAlarm[] => {
    const cockpitName = opened.get(cockpit);
    if (cockpitName === undefined) return [];
    return [{ ...alarm, severity: Severity.parse(severity), cockpit, cockpitName }];
  });
  const byCockpit = (one: KpiAlarm, other: KpiAlarm): number =>
    compareNames(one.cockpitName, other.cockpitName);
  return { alarms: alarms.toSorted(byCockpit), others: rows.length - alarms.length };
}

import type { Kysely } from 'kysely';
import { Operator, Severity } from '#schemas/alerting/alert.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { elementKinds } from '#schemas/element/kind.ts';
import { kpiKeys } from '#schemas/kpi/library.ts';
import type { KpiKey } from '#schemas/kpi/library.ts';
import type { Database } from '#schemas/table/postgres.ts';

const isKpi = (key: string): key is KpiKey => kpiKeys.some((known) => known === key);

/** Every alarm definition, in the order of their ids. A definition on a KPI or a kind of element that is gone is left out: it cannot be evaluated. */
export async function loadAlarms(db: Kysely<Database>): Promise<readonly AlarmDefinition[]> {
  const [alarms, thresholds] = await Promise.all([
    db.selectFrom('cockpit_alarm').selectAll().orderBy('id').execute(),
    db.selectFrom('alarm_threshold').selectAll().orderBy('alarm_id').execute(),
  ]);
  return alarms.flatMap(
    ({ id, label, kpi, target, operator, threshold, severity, outliers, measures, enabled, visibility }) => {
      const kind = elementKinds.find((known) => known === target);
      if (!isKpi(kpi) || (target !== null && kind === undefined)) return [];
      const own = thresholds.filter(({ alarm_id }) => alarm_id === id);
      const by = (column: 'customer_id' | 'element_id'): ReadonlyMap<number, number> =>
        new Map(own.flatMap(({ [column]: key, value }) => (key === null ? [] : [[key, value] as const])));
      return {
        id,
        label,
        kpi,
        ...(kind === undefined ? {} : { target: kind }),
        threshold,
        outliers,
        measures,
        enabled,
        operator: Operator.parse(operator),
        severity: Severity.parse(severity),
        visibility: visibility === 'RESTRICTED' ? ('RESTRICTED' as const) : ('everyone' as const),
        byCustomer: by('customer_id'),
        byElement: by('element_id'),
      };
    },
  );
}

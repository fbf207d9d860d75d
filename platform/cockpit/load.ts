import type { Kysely } from 'kysely';
import { Operator } from '#schemas/alerting/alert.ts';
import { Severity } from '#schemas/alerting/severity.ts';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { allowedThreshold, customerBoundsOf } from '#schemas/cockpit/customer-bounds.ts';
import { severityLevelsIn, statedLevels } from '#schemas/cockpit/level/severity-levels.ts';
import { topologyOf } from '#schemas/cockpit/topology.ts';
import { elementKinds, type ElementKind } from '#schemas/element/kind.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { isLibraryKey } from '#schemas/kpi/library.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { readDirectory } from '../kpi/directory.ts';
import { readReached } from '../resource/reached-customers.ts';

const readAlarmRows = (db: Kysely<Database>) =>
  db
    .selectFrom('cockpit_alarm as alarm')
    .innerJoin('resource', 'resource.id', 'alarm.cockpit_id')
    .select([
      'alarm.id',
      'label',
      'kpi',
      'target',
      'operator',
      'threshold',
      'severity',
      'outliers',
      'measures',
      'clear_after',
      'no_data_minutes',
      'acknowledgement_minutes',
    ])
    .select(['bound_min', 'bound_max', 'major_threshold', 'critical_threshold'])
    .select(['enabled', 'alarm.visibility', 'cockpit_id', 'active', 'topology_levels', 'topology_filter'])
    .orderBy('alarm.id')
    .execute();

/** The definition of a custom KPI names its kind of element, so that the evaluator need not know the KPI. */
const ownKind = (kpis: KpiDirectory, kpi: string): ElementKind | undefined =>
  isLibraryKey(kpi) ? undefined : kpis.get(kpi)?.element;

/**
 * Loads all alarm definitions by id. Definitions on a removed KPI or kind of element cannot be evaluated and are left out.
 * Those of a deactivated cockpit are disabled.
 */
export async function loadAlarms(db: Kysely<Database>): Promise<readonly AlarmDefinition[]> {
  const [alarms, thresholds, setByCustomers, reached, kpis] = await Promise.all([
    readAlarmRows(db),
    db.selectFrom('alarm_threshold').selectAll().orderBy('alarm_id').execute(),
    db.selectFrom('alarm_customer_threshold').select(['alarm_id', 'customer_id', 'value']).execute(),
    readReached(db, 'cockpit'),
    readDirectory(db),
  ]);
  return alarms.flatMap(({ id, label, kpi, target, threshold, outliers, measures, ...row }) => {
    const kind = target === null ? ownKind(kpis, kpi) : elementKinds.find((known) => known === target);
    if (!kpis.has(kpi) || (target !== null && kind === undefined)) return [];
    const own = thresholds.filter(({ alarm_id }) => alarm_id === id);
    const by = (column: 'customer_id' | 'element_id'): ReadonlyMap<number, number> =>
      new Map(own.flatMap(({ [column]: key, value }) => (key === null ? [] : [[key, value] as const])));
    const setValues = setByCustomers.flatMap(({ alarm_id, customer_id, value }) => {
      const allowed = alarm_id === id ? allowedThreshold(value, customerBoundsOf(row)) : undefined;
      return allowed === undefined ? [] : [[customer_id, allowed] as const];
    });
    // A cockpit created between the statements has no customers yet.
    const customers = reached.has(row.cockpit_id) ? reached.get(row.cockpit_id) : [];
    return {
      id,
      label,
      kpi,
      ...(kind === undefined ? {} : { target: kind }),
      threshold,
      outliers,
      measures,
      clearAfter: row.clear_after,
      noDataMinutes: row.no_data_minutes,
      acknowledgementMinutes: row.acknowledgement_minutes,
      enabled: row.enabled && row.active,
      operator: Operator.parse(row.operator),
      severity: Severity.parse(row.severity),
      ...statedLevels(severityLevelsIn(row)),
      visibility: row.visibility === 'RESTRICTED' ? ('RESTRICTED' as const) : ('everyone' as const),
      topology: topologyOf(row),
      byCustomer: new Map([...by('customer_id'), ...setValues]),
      byElement: by('element_id'),
      ...(customers === undefined ? {} : { customers }),
    };
  });
}

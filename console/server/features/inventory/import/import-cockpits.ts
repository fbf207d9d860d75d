import { sql, type Transaction } from 'kysely';
import type { FaultPath, PlacedFault } from '#schemas/inventory/network-file-fault.ts';
import type { NetworkAlarm, NetworkCockpit, NetworkThreshold } from '#schemas/inventory/network-file.ts';
import type { Database } from '#schemas/table/postgres.ts';
import { differingFields, type DifferenceRecorder } from './import-difference.ts';

type Tx = Transaction<Database>;

/** A threshold belongs to a customer or to one element. */
export type ThresholdColumns =
  | { readonly customer_id: number; readonly element_id: null }
  | { readonly customer_id: null; readonly element_id: number };

export interface CockpitImport {
  readonly tx: Tx;
  readonly recorder: DifferenceRecorder;
  /** Undefined: not in the inventory. */
  readonly findTarget: (threshold: NetworkThreshold) => Promise<ThresholdColumns | undefined>;
}

/** A concurrent edit in the console gets a conflict. */
const changeColumns = {
  updated_at: sql<Date>`now()`,
  version: sql<number>`version + 1`,
  author_id: null,
};

async function importCockpit(
  { tx, recorder }: CockpitImport,
  { name, description }: NetworkCockpit,
): Promise<number> {
  const existing = await tx
    .selectFrom('resource')
    .select(['id', 'description'])
    .where('kind', '=', 'cockpit')
    .where('name', '=', name)
    .executeTakeFirst();
  if (existing === undefined) {
    recorder.added('cockpit', name, { description });
    const { id } = await tx
      .insertInto('resource')
      // The file describes the entire installation.
      .values({ kind: 'cockpit', name, description, visibility: 'multi-client', shared_with_all: true })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const fields = differingFields(existing, { description });
  if (fields.length === 0) recorder.unchanged('cockpit');
  else {
    await tx
      .updateTable('resource')
      .set({ description, ...changeColumns })
      .where('id', '=', existing.id)
      .execute();
    recorder.changed('cockpit', name, { fields, before: existing, after: { description } });
  }
  return existing.id;
}

const alarmCells = ({ label, enabled, visibility, ...alarm }: NetworkAlarm) => ({
  label,
  enabled,
  visibility,
  major_threshold: alarm.levels?.major ?? null,
  critical_threshold: alarm.levels?.critical ?? null,
  clear_after: alarm.clearAfter,
  no_data_minutes: alarm.noDataMinutes,
  acknowledgement_minutes: alarm.acknowledgementMinutes,
  runbook: alarm.runbook ?? '',
});

/** Natural key of an alarm: its cockpit and everything that decides when it is raised. */
async function importAlarm(
  { tx, recorder }: CockpitImport,
  cockpit: number,
  alarm: NetworkAlarm,
): Promise<number> {
  const { kpi, operator, threshold, severity, outliers, measures } = alarm;
  const existing = await tx
    .selectFrom('cockpit_alarm')
    .selectAll()
    .where((is) => is.and({ cockpit_id: cockpit, kpi, operator, threshold, severity, outliers, measures }))
    // A file contains only alarms on the elements of their KPI.
    .where('target', 'is', null)
    .executeTakeFirst();
  const cells = alarmCells(alarm);
  if (existing === undefined) {
    recorder.added('alarm', alarm.label, {
      kpi,
      operator,
      threshold,
      severity,
      outliers,
      measures,
      ...cells,
    });
    const { id } = await tx
      .insertInto('cockpit_alarm')
      .values({ cockpit_id: cockpit, kpi, operator, threshold, severity, outliers, measures, ...cells })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const fields = differingFields(existing, cells);
  if (fields.length === 0) recorder.unchanged('alarm');
  else {
    await tx
      .updateTable('cockpit_alarm')
      .set({ ...cells, ...changeColumns })
      .where('id', '=', existing.id)
      .execute();
    recorder.changed('alarm', alarm.label, { fields, before: existing, after: cells });
  }
  return existing.id;
}

interface ThresholdInFile {
  readonly threshold: NetworkThreshold;
  readonly label: string;
  readonly path: FaultPath;
}

async function importThreshold(
  run: CockpitImport,
  alarm: number,
  { threshold, label, path }: ThresholdInFile,
): Promise<readonly PlacedFault[]> {
  const { tx, recorder, findTarget } = run;
  const place = await findTarget(threshold);
  if (place === undefined) return [{ path, code: 'NETWORK_TARGET_UNKNOWN' }];
  const { value } = threshold;
  const existing = await tx
    .selectFrom('alarm_threshold')
    .select('value')
    .where('alarm_id', '=', alarm)
    .where('customer_id', 'is not distinct from', place.customer_id)
    .where('element_id', 'is not distinct from', place.element_id)
    .executeTakeFirst();
  if (existing?.value === value) recorder.unchanged('threshold');
  else if (existing === undefined) {
    await tx
      .insertInto('alarm_threshold')
      .values({ alarm_id: alarm, value, ...place })
      .execute();
    recorder.added('threshold', label, { value });
  } else {
    await tx
      .updateTable('alarm_threshold')
      .set({ value })
      .where('alarm_id', '=', alarm)
      .where('customer_id', 'is not distinct from', place.customer_id)
      .where('element_id', 'is not distinct from', place.element_id)
      .execute();
    recorder.changed('threshold', label, { fields: ['value'], before: existing, after: { value } });
  }
  return [];
}

/** Imports cockpits, their alarms and thresholds; returns a fault for each threshold of an unknown element. */
export async function importCockpits(
  run: CockpitImport,
  cockpits: readonly NetworkCockpit[],
): Promise<readonly PlacedFault[]> {
  const faults: PlacedFault[] = [];
  for (const [index, cockpit] of cockpits.entries()) {
    const id = await importCockpit(run, cockpit);
    for (const [at, alarm] of cockpit.alarms.entries()) {
      const ofAlarm = await importAlarm(run, id, alarm);
      for (const [number, threshold] of alarm.thresholds.entries()) {
        const path = ['cockpits', index, 'alarms', at, 'thresholds', number];
        faults.push(...(await importThreshold(run, ofAlarm, { threshold, path, label: alarm.label })));
      }
    }
  }
  return faults;
}

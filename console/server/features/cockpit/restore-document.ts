import { sql } from 'kysely';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { alarmFaults, type RuleFault } from '#schemas/cockpit/rules.ts';
import type { CockpitDocument, DocumentAlarm, DocumentThreshold } from '#schemas/cockpit/version.ts';
import { differingParts, thresholdTargetKey } from '#schemas/cockpit/version-difference.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import { updateResource } from '../../shared/resource/change-resource.ts';
import type { ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import { columnsOfDraft, replaceGroups } from './alarm-repository.ts';
import { changeColumns, type Reader } from './cockpit-transaction.ts';
import type { TargetReach } from './version-reach.ts';

/** Why an alarm of a version cannot be restored. */
export interface DocumentFault extends RuleFault<string> {
  readonly alarm: string;
}

/** Returns what prevents the restoration of a version: KPIs and groups deleted since, and rules that its alarms break together. */
export async function documentFaults(db: Reader, document: CockpitDocument): Promise<DocumentFault[]> {
  const kpis = await readDirectory(db);
  const groups = new Set((await db.selectFrom('alarm_group').select('id').execute()).map(({ id }) => id));
  return document.alarms.flatMap((alarm, index) => {
    const faults: readonly RuleFault<string>[] = [
      ...alarmFaults(alarm, { name: document.name, kpis, alarms: document.alarms }, alarm.id),
      ...(alarm.groups.every((id) => groups.has(id))
        ? []
        : [{ field: 'groups', code: 'COCKPIT_GROUP_UNKNOWN' } as const]),
    ];
    return faults.map((fault) => ({
      ...fault,
      field: `alarms.${String(index)}.${fault.field}`,
      alarm: alarm.label,
    }));
  });
}

interface Restoration {
  readonly cockpit: number;
  readonly present: CockpitDocument;
  readonly desired: CockpitDocument;
  readonly reach: TargetReach;
}

/**
 * Inserts alarms that were deleted since, under their former ids: history, silences and links keep referring to them. PostgreSQL never
 * generates these ids again. Their versions are above every one that a screen can have read.
 */
async function insertDeleted(
  { tx }: ResourceTransaction,
  cockpit: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    INSERT INTO cockpit_alarm (id, cockpit_id, label, kpi, operator, threshold, severity, outliers, measures, version)
    OVERRIDING SYSTEM VALUE
    SELECT deleted.id, ${cockpit}, '', '~' || deleted.id, '>', 0, 'critical', 1, 1, (
      SELECT coalesce(max((alarm ->> 'version')::integer), 0)
      FROM cockpit_version, jsonb_array_elements(document -> 'alarms') AS alarm
      WHERE cockpit_id = ${cockpit} AND (alarm ->> 'id')::integer = deleted.id)
    FROM unnest(${[...ids]}::integer[]) AS deleted (id)`.execute(tx);
}

const measuredOn = ({ kpi, target }: DocumentAlarm): string => `${kpi} ${target ?? ''}`;

/** Replaces the thresholds that the actor may change; others stay, except in another unit. */
async function restoreThresholds(
  { tx }: ResourceTransaction,
  {
    before,
    alarm,
    reach,
  }: {
    readonly before: DocumentAlarm | undefined;
    readonly alarm: DocumentAlarm;
    readonly reach: TargetReach;
  },
): Promise<void> {
  const isOtherUnit = before !== undefined && measuredOn(before) !== measuredOn(alarm);
  if (isOtherUnit)
    for (const table of ['alarm_threshold', 'alarm_customer_threshold'] as const)
      await tx.deleteFrom(table).where('alarm_id', '=', alarm.id).execute();
  const stored = before?.thresholds.filter(reach.changes) ?? [];
  for (const { target } of isOtherUnit ? [] : stored) {
    const [column, id] =
      'customer' in target
        ? (['customer_id', target.customer] as const)
        : (['element_id', target.element] as const);
    await tx.deleteFrom('alarm_threshold').where('alarm_id', '=', alarm.id).where(column, '=', id).execute();
  }
  const desired = alarm.thresholds.filter(reach.changes);
  if (desired.length === 0) return;
  const columns = ({ target, value }: DocumentThreshold) => ({
    alarm_id: alarm.id,
    value,
    customer_id: 'customer' in target ? target.customer : null,
    element_id: 'element' in target ? target.element : null,
  });
  await tx.insertInto('alarm_threshold').values(desired.map(columns)).execute();
}

const thresholdsText = (thresholds: readonly DocumentThreshold[]): string =>
  thresholds
    .map(({ target, value }) => `${thresholdTargetKey(target)} ${String(value)}`)
    .sort()
    .join('\n');

const differs = (before: DocumentAlarm | undefined, alarm: DocumentAlarm, reach: TargetReach): boolean =>
  before === undefined ||
  differingParts(before, alarm).length > 0 ||
  thresholdsText(before.thresholds.filter(reach.changes)) !==
    thresholdsText(alarm.thresholds.filter(reach.changes));

async function restoreAlarms(
  change: ResourceTransaction,
  { cockpit, present, desired, reach }: Restoration,
  kpis: KpiDirectory,
): Promise<void> {
  const { tx } = change;
  const stored = new Map(present.alarms.map((alarm) => [alarm.id, alarm]));
  const retained = new Set(desired.alarms.map(({ id }) => id));
  const dropped = present.alarms.flatMap(({ id }) => (retained.has(id) ? [] : [id]));
  if (dropped.length > 0) await tx.deleteFrom('cockpit_alarm').where('id', 'in', dropped).execute();
  const changed = desired.alarms.filter((alarm) => differs(stored.get(alarm.id), alarm, reach));
  const known = changed.flatMap(({ id }) => (stored.has(id) ? [id] : []));
  // Two alarms may exchange their rules, which are unique at each statement.
  if (known.length > 0)
    await tx
      .updateTable('cockpit_alarm')
      .set({ kpi: sql<string>`'~' || id` })
      .where('id', 'in', known)
      .execute();
  await insertDeleted(
    change,
    cockpit,
    changed.flatMap(({ id }) => (stored.has(id) ? [] : [id])),
  );
  for (const alarm of changed) {
    await tx
      .updateTable('cockpit_alarm')
      .set({ ...columnsOfDraft(alarm, kpis), ...changeColumns(change) })
      .where('id', '=', alarm.id)
      .execute();
    await replaceGroups(change, alarm.id, alarm);
    await restoreThresholds(change, { before: stored.get(alarm.id), alarm, reach });
  }
}

/** Makes a locked cockpit what it was in a version, within the reach of the actor. Throws for a version that has faults. */
export async function restoreDocument(change: ResourceTransaction, restoration: Restoration): Promise<void> {
  const { name, description } = restoration.desired;
  await restoreAlarms(change, restoration, await readDirectory(change.tx));
  await updateResource(change, restoration.cockpit, { name, description });
}

import { fieldsOf } from '#schemas/audit/fields.ts';
import type { Alarm, AlarmDraft } from '#schemas/cockpit/cockpit.ts';
import { additionRefusal, alarmFaults } from '#schemas/cockpit/rules.ts';
import { statedTarget } from '#schemas/cockpit/target.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { lockCockpit, refuse, refuseStale, stamp, touchCockpit } from './change.ts';
import type { Change } from './change.ts';
import { kpisFor } from './kpis-for.ts';
import { readAlarms } from './read-alarms.ts';

/** An alarm by its place: under another cockpit than its own it does not exist. */
export interface AlarmPlace {
  readonly cockpitId: number;
  readonly alarm: number;
}

const noCustomers: ReadonlySet<number> = new Set();

/** What the audit tells of an alarm. */
const told = ({
  id: _id,
  version: _version,
  author: _author,
  updatedAt: _at,
  ownThresholds: _own,
  ...alarm
}: Alarm) => fieldsOf({ ...alarm, groups: [...alarm.groups] });

/** The alarm as it stands; undefined where there is none, or one on a KPI that is gone. */
async function shownAlarm({ tx }: Change, { cockpitId, alarm }: AlarmPlace): Promise<Alarm | undefined> {
  return (await readAlarms(tx, cockpitId, noCustomers)).find(({ id }) => id === alarm);
}

/** Runs a change of an alarm, and tells it with the alarm before and after. */
async function telling<Result>(
  change: Change,
  { action, place }: { readonly action: string; readonly place: AlarmPlace },
  run: () => Promise<Result>,
): Promise<Result> {
  const before = await shownAlarm(change, place);
  const result = await run();
  const after = await shownAlarm(change, place);
  await change.audit(change.tx, {
    ...{ action, subject: 'alarm', subjectId: place.alarm },
    subjectName: (after ?? before)?.label ?? '',
    ...(before === undefined ? {} : { before: told(before) }),
    ...(after === undefined ? {} : { after: told(after) }),
    note: { cockpit: place.cockpitId },
  });
  return result;
}

const cellsOf = (draft: AlarmDraft, kpis: KpiDirectory) => ({
  label: draft.label,
  kpi: draft.kpi,
  target: statedTarget(kpis.get(draft.kpi), draft.target) ?? null,
  operator: draft.operator,
  threshold: draft.threshold,
  severity: draft.severity,
  outliers: draft.outliers,
  measures: draft.measures,
  enabled: draft.enabled,
  snmp_trap: draft.snmpTrap,
  visibility: draft.visibility,
  topology_levels: [...draft.topology.levels],
  topology_filter: draft.topology.filter,
});

/** Groups of an alarm that everybody sees are not kept. */
async function setGroups({ tx }: Change, alarm: number, draft: AlarmDraft): Promise<void> {
  await tx.deleteFrom('cockpit_alarm_group').where('alarm_id', '=', alarm).execute();
  const wanted = draft.visibility === 'RESTRICTED' ? [...new Set(draft.groups)] : [];
  if (wanted.length === 0) return;
  const known = await tx.selectFrom('alarm_group').select('id').where('id', 'in', wanted).execute();
  if (known.length < wanted.length) refuse([{ field: 'groups', code: 'COCKPIT_GROUP_UNKNOWN' }]);
  await tx
    .insertInto('cockpit_alarm_group')
    .values(wanted.map((group_id) => ({ alarm_id: alarm, group_id })))
    .execute();
}

/** Answers its id. */
export async function addAlarm(change: Change, cockpitId: number, draft: AlarmDraft): Promise<number> {
  const { name } = await lockCockpit(change, cockpitId);
  const kpis = await kpisFor(change, draft.kpi);
  const cockpit = { name, kpis, alarms: await readAlarms(change.tx, cockpitId, noCustomers) };
  const refusal = additionRefusal(cockpit);
  if (refusal !== undefined) throw new ProblemError(refusal.code, { params: refusal.params ?? {} });
  refuse(alarmFaults(draft, cockpit));
  const { author: author_id, now: updated_at } = change;
  const { id } = await change.tx
    .insertInto('cockpit_alarm')
    .values({ ...cellsOf(draft, kpis), cockpit_id: cockpitId, author_id, updated_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setGroups(change, id, draft);
  await touchCockpit(change, cockpitId);
  const made = await shownAlarm(change, { cockpitId, alarm: id });
  await change.audit(change.tx, {
    ...{ action: 'alarm.create', subject: 'alarm', subjectId: id, subjectName: draft.label },
    ...(made === undefined ? {} : { after: told(made) }),
    note: { cockpit: cockpitId },
  });
  return id;
}

/** The alarm, with its cockpit kept as it is for others until the transaction ends. */
export async function lockAlarm(change: Change, { cockpitId, alarm }: AlarmPlace, version: number) {
  const { name } = await lockCockpit(change, cockpitId);
  const row = await change.tx
    .selectFrom('cockpit_alarm')
    .select(['id', 'label', 'kpi', 'target', 'version'])
    .where('id', '=', alarm)
    .where('cockpit_id', '=', cockpitId)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  refuseStale(row.version, version);
  return { ...row, cockpit: name };
}

/** An alarm that changed, and its cockpit with it. */
export async function touchAlarm(change: Change, { cockpitId, alarm }: AlarmPlace): Promise<void> {
  await change.tx.updateTable('cockpit_alarm').set(stamp(change)).where('id', '=', alarm).execute();
  await touchCockpit(change, cockpitId);
}

/** On another KPI, or on other elements, it is another alarm: thresholds of its own were in another unit, and go. */
export const changeAlarm = (
  change: Change,
  place: AlarmPlace,
  draft: AlarmDraft & { readonly version: number },
): Promise<void> =>
  telling(change, { action: 'alarm.update', place }, () => rewriteAlarm(change, place, draft));

async function rewriteAlarm(
  change: Change,
  place: AlarmPlace,
  { version, ...draft }: AlarmDraft & { readonly version: number },
): Promise<void> {
  const { kpi, target, cockpit: name } = await lockAlarm(change, place, version);
  const { cockpitId, alarm } = place;
  const { tx } = change;
  const kpis = await kpisFor(change, draft.kpi);
  refuse(alarmFaults(draft, { name, kpis, alarms: await readAlarms(tx, cockpitId, noCustomers) }, alarm));
  const cells = cellsOf(draft, kpis);
  await tx.updateTable('cockpit_alarm').set(cells).where('id', '=', alarm).execute();
  await setGroups(change, alarm, draft);
  if (kpi !== draft.kpi || target !== cells.target)
    await tx.deleteFrom('alarm_threshold').where('alarm_id', '=', alarm).execute();
  await touchAlarm(change, place);
}

export const switchAlarm = (
  change: Change,
  place: AlarmPlace,
  { version, enabled }: { readonly version: number; readonly enabled: boolean },
): Promise<void> =>
  telling(change, { action: 'alarm.update', place }, async () => {
    await lockAlarm(change, place, version);
    await change.tx.updateTable('cockpit_alarm').set({ enabled }).where('id', '=', place.alarm).execute();
    await touchAlarm(change, place);
  });

export const removeAlarm = (change: Change, place: AlarmPlace, version: number): Promise<void> =>
  telling(change, { action: 'alarm.delete', place }, async () => {
    await lockAlarm(change, place, version);
    await change.tx.deleteFrom('cockpit_alarm').where('id', '=', place.alarm).execute();
    await touchCockpit(change, place.cockpitId);
  });

import { fieldsOf } from '#schemas/audit/fields.ts';
import type { Alarm, AlarmDraft } from '#schemas/cockpit/cockpit.ts';
import { additionRejection, alarmFaults } from '#schemas/cockpit/rules.ts';
import { statedTarget } from '#schemas/cockpit/target.ts';
import type { KpiDirectory } from '#schemas/kpi/directory.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import type { Actor } from '../../shared/repository/transact.ts';
import { transactResource, type ResourceTransaction } from '../../shared/resource/transact-resource.ts';
import {
  changeColumns,
  lockCockpit,
  rejectFormFaults,
  touchCockpit,
  type CockpitRepositoryNeeds,
} from './cockpit-transaction.ts';
import { keepingVersions } from './keep-version.ts';
import { readAlarms } from './read-alarms.ts';

/** Identifies an alarm by its path. Under another cockpit than its own the alarm is NOT_FOUND. */
export interface AlarmKey {
  readonly cockpitId: number;
  readonly alarm: number;
}

const noCustomers: ReadonlySet<number> = new Set();

/** Fields recorded in the audit trail. */
const auditSnapshot = ({
  id: _id,
  version: _version,
  author: _author,
  updatedAt: _at,
  ownThresholds: _own,
  customerBounds,
  levels,
  ...alarm
}: Alarm) =>
  fieldsOf({
    ...alarm,
    groups: [...alarm.groups],
    ...(levels?.major === undefined ? {} : { majorThreshold: levels.major }),
    ...(levels?.critical === undefined ? {} : { criticalThreshold: levels.critical }),
    ...(customerBounds === undefined ? {} : { boundMin: customerBounds.min, boundMax: customerBounds.max }),
  });

/** The alarm without own thresholds. Undefined when it does not exist, or when its KPI was deleted. */
async function findAlarm(
  { tx }: ResourceTransaction,
  { cockpitId, alarm }: AlarmKey,
): Promise<Alarm | undefined> {
  return (await readAlarms(tx, cockpitId, noCustomers)).find(({ id }) => id === alarm);
}

/** Runs a change of an alarm and records the alarm before and after. */
async function audited<Result>(
  change: ResourceTransaction,
  { action, key }: { readonly action: string; readonly key: AlarmKey },
  run: () => Promise<Result>,
): Promise<Result> {
  const before = await findAlarm(change, key);
  const result = await keepingVersions(change, { cockpit: key.cockpitId }, run);
  const after = await findAlarm(change, key);
  await change.record({
    action,
    subject: 'alarm',
    subjectId: key.alarm,
    subjectName: (after ?? before)?.label ?? '',
    ...(before === undefined ? {} : { before: auditSnapshot(before) }),
    ...(after === undefined ? {} : { after: auditSnapshot(after) }),
    note: { cockpit: key.cockpitId },
  });
  return result;
}

/** The KPIs that an alarm may be on. The row of the given KPI is locked until the end of the transaction. */
async function readKpis({ tx }: ResourceTransaction, key: string): Promise<KpiDirectory> {
  await tx.selectFrom('kpi_definition').select('id').where('key', '=', key).forShare().execute();
  return readDirectory(tx);
}

const levelColumns = ({ levels }: AlarmDraft) => ({
  major_threshold: levels?.major ?? null,
  critical_threshold: levels?.critical ?? null,
});

export const columnsOfDraft = (draft: AlarmDraft, kpis: KpiDirectory) => ({
  label: draft.label,
  kpi: draft.kpi,
  target: statedTarget(kpis.get(draft.kpi), draft.target) ?? null,
  operator: draft.operator,
  threshold: draft.threshold,
  severity: draft.severity,
  outliers: draft.outliers,
  measures: draft.measures,
  clear_after: draft.clearAfter,
  no_data_minutes: draft.noDataMinutes,
  acknowledgement_minutes: draft.acknowledgementMinutes,
  runbook: draft.runbook ?? '',
  ...levelColumns(draft),
  bound_min: draft.customerBounds?.min ?? null,
  bound_max: draft.customerBounds?.max ?? null,
  enabled: draft.enabled,
  snmp_trap: draft.snmpTrap,
  visibility: draft.visibility,
  topology_levels: [...draft.topology.levels],
  topology_filter: draft.topology.filter,
});

/** Replaces the groups of an alarm. An alarm that every user sees has none. */
export async function replaceGroups(
  { tx }: ResourceTransaction,
  alarm: number,
  draft: AlarmDraft,
): Promise<void> {
  await tx.deleteFrom('cockpit_alarm_group').where('alarm_id', '=', alarm).execute();
  const desired = draft.visibility === 'RESTRICTED' ? [...new Set(draft.groups)] : [];
  if (desired.length === 0) return;
  const known = await tx.selectFrom('alarm_group').select('id').where('id', 'in', desired).execute();
  if (known.length < desired.length) rejectFormFaults([{ field: 'groups', code: 'COCKPIT_GROUP_UNKNOWN' }]);
  await tx
    .insertInto('cockpit_alarm_group')
    .values(desired.map((group_id) => ({ alarm_id: alarm, group_id })))
    .execute();
}

/** Locks the cockpit of an alarm until the end of the transaction. Throws NOT_FOUND, REACHES_OTHER_CUSTOMERS, CONFLICT. */
export async function lockAlarm(
  change: ResourceTransaction,
  { cockpitId, alarm, version }: AlarmKey & { readonly version: number },
  access: 'read' | 'write' = 'write',
) {
  const { name } = await lockCockpit(change, cockpitId, access);
  const row = await change.tx
    .selectFrom('cockpit_alarm')
    .select(['id', 'label', 'kpi', 'target', 'version'])
    .where('id', '=', alarm)
    .where('cockpit_id', '=', cockpitId)
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  rejectStale(row.version, version);
  return { ...row, cockpit: name };
}

/** Sets author, time and version of an alarm and of its cockpit. */
async function touchAlarm(change: ResourceTransaction, { cockpitId, alarm }: AlarmKey): Promise<void> {
  await change.tx.updateTable('cockpit_alarm').set(changeColumns(change)).where('id', '=', alarm).execute();
  await touchCockpit(change, cockpitId);
}

async function insertAlarm(
  change: ResourceTransaction,
  cockpitId: number,
  draft: AlarmDraft,
): Promise<number> {
  const { name } = await lockCockpit(change, cockpitId);
  const kpis = await readKpis(change, draft.kpi);
  const cockpit = { name, kpis, alarms: await readAlarms(change.tx, cockpitId, noCustomers) };
  const rejection = additionRejection(cockpit);
  if (rejection !== undefined) throw new ProblemError(rejection.code, { params: rejection.params ?? {} });
  rejectFormFaults(alarmFaults(draft, cockpit));
  const { actor, now: updated_at } = change;
  const { id } = await change.tx
    .insertInto('cockpit_alarm')
    .values({
      ...columnsOfDraft(draft, kpis),
      cockpit_id: cockpitId,
      author_id: actor.caller.id,
      updated_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await replaceGroups(change, id, draft);
  await touchCockpit(change, cockpitId);
  return id;
}

/** On another KPI or kind of element the own thresholds would be in another unit: they are deleted. */
async function updateAlarm(
  change: ResourceTransaction,
  key: AlarmKey,
  { version, ...draft }: AlarmDraft & { readonly version: number },
): Promise<void> {
  const { kpi, target, cockpit: name } = await lockAlarm(change, { ...key, version });
  const { cockpitId, alarm } = key;
  const { tx } = change;
  const kpis = await readKpis(change, draft.kpi);
  const alarms = await readAlarms(tx, cockpitId, noCustomers);
  rejectFormFaults(alarmFaults(draft, { name, kpis, alarms }, alarm));
  const columns = columnsOfDraft(draft, kpis);
  await tx.updateTable('cockpit_alarm').set(columns).where('id', '=', alarm).execute();
  await replaceGroups(change, alarm, draft);
  if (kpi !== draft.kpi || target !== columns.target)
    for (const table of ['alarm_threshold', 'alarm_customer_threshold'] as const)
      await tx.deleteFrom(table).where('alarm_id', '=', alarm).execute();
  await touchAlarm(change, key);
}

const saving = { failure: 'COCKPIT_ALARM_SAVE_FAILED', duplicate: 'COCKPIT_ALARM_DUPLICATE' } as const;
const deleting = { failure: 'COCKPIT_ALARM_REMOVE_FAILED' } as const;

/** Alarm definitions of cockpits. */
export class AlarmRepository {
  readonly #needs: CockpitRepositoryNeeds;

  constructor(needs: CockpitRepositoryNeeds) {
    this.#needs = needs;
  }

  /** The alarm as the caller may see it. Throws NOT_FOUND. */
  async read({ cockpitId, alarm }: AlarmKey, { customers }: Caller): Promise<Alarm> {
    const alarms = await readAlarms(this.#needs.db, cockpitId, new Set(customers.keys()));
    const found = alarms.find(({ id }) => id === alarm);
    if (found === undefined) throw new ProblemError('NOT_FOUND');
    return found;
  }

  /** The id of the cockpit of an alarm. Throws NOT_FOUND. */
  async readCockpitId(alarm: number): Promise<number> {
    const row = await this.#needs.db
      .selectFrom('cockpit_alarm')
      .select('cockpit_id')
      .where('id', '=', alarm)
      .executeTakeFirst();
    if (row === undefined) throw new ProblemError('NOT_FOUND');
    return row.cockpit_id;
  }

  /** Returns the id of the new alarm. */
  create(cockpitId: number, draft: AlarmDraft, actor: Actor): Promise<number> {
    return transactResource(this.#needs, actor, saving, async (change) => {
      const id = await keepingVersions(change, { cockpit: cockpitId }, () =>
        insertAlarm(change, cockpitId, draft),
      );
      const created = await findAlarm(change, { cockpitId, alarm: id });
      await change.record({
        action: 'alarm.create',
        subject: 'alarm',
        subjectId: id,
        subjectName: draft.label,
        ...(created === undefined ? {} : { after: auditSnapshot(created) }),
        note: { cockpit: cockpitId },
      });
      return id;
    });
  }

  update(key: AlarmKey, draft: AlarmDraft & { readonly version: number }, actor: Actor): Promise<void> {
    return transactResource(this.#needs, actor, saving, (change) =>
      audited(change, { action: 'alarm.update', key }, () => updateAlarm(change, key, draft)),
    );
  }

  /** Enables or disables an alarm. */
  enable(
    key: AlarmKey,
    { version, enabled }: { readonly version: number; readonly enabled: boolean },
    actor: Actor,
  ): Promise<void> {
    return transactResource(this.#needs, actor, saving, (change) =>
      audited(change, { action: 'alarm.update', key }, async () => {
        await lockAlarm(change, { ...key, version });
        await change.tx.updateTable('cockpit_alarm').set({ enabled }).where('id', '=', key.alarm).execute();
        await touchAlarm(change, key);
      }),
    );
  }

  delete(key: AlarmKey, version: number, actor: Actor): Promise<void> {
    return transactResource(this.#needs, actor, deleting, (change) =>
      audited(change, { action: 'alarm.delete', key }, async () => {
        await lockAlarm(change, { ...key, version });
        await change.tx.deleteFrom('cockpit_alarm').where('id', '=', key.alarm).execute();
        await touchCockpit(change, key.cockpitId);
      }),
    );
  }
}

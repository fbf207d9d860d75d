import { sql } from 'kysely';
import { cockpitFaults, type RuleFault } from '#schemas/cockpit/rules.ts';
import { isThreshold } from '#schemas/cockpit/level/severity-levels.ts';
import type { CockpitFile } from '#schemas/cockpit/cockpit-file.ts';
import { documentOf, fileOf, replacedAlarms } from '#schemas/cockpit/file-document.ts';
import type { CockpitFileOutcome } from '#schemas/cockpit/file-routes.ts';
import { alarmTargetOf } from '#schemas/cockpit/target.ts';
import type { CockpitDocument } from '#schemas/cockpit/version.ts';
import { cockpitDifference } from '#schemas/cockpit/version-difference.ts';
import { readDirectory } from '#platform/kpi/directory.ts';
import type { Caller } from '../../../kernel/access/caller.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../../shared/repository/reject-faults.ts';
import type { Actor } from '../../../shared/repository/transact.ts';
import { insertTemplate } from '../../../shared/resource/change-resource.ts';
import { transactResource, type ResourceTransaction } from '../../../shared/resource/transact-resource.ts';
import {
  lockCockpit,
  rejectFormFaults,
  type CockpitRepositoryNeeds,
  type Reader,
} from '../cockpit-transaction.ts';
import type { GroupRepository } from '../group-repository.ts';
import { keepingVersions, readDocument } from '../keep-version.ts';
import { documentFaults, restoreDocument } from '../restore-document.ts';
import { auditSnapshot } from '../version-repository.ts';
import { readTargetReach, type TargetReach } from '../version-reach.ts';
import { findFileTargets, readFileTargets } from './target-names.ts';

interface ExchangeNeeds extends CockpitRepositoryNeeds {
  readonly groups: Pick<GroupRepository, 'list'>;
}

interface ImportOrder {
  readonly file: CockpitFile;
  readonly enable: boolean;
  readonly replaces?: { readonly id: number; readonly version: number } | undefined;
  readonly dryRun: boolean;
}

/** The outcome of an import; `id` is that of the cockpit, undefined for a dry run. */
type Imported = Omit<CockpitFileOutcome, 'cockpit'> & { readonly id: number | undefined };

const importing = {
  failure: 'COCKPIT_CONFIG_RESTORE_FAILED',
  duplicate: 'NAME_TAKEN',
  duplicateField: 'file.cockpit.name',
} as const;

/** Ids that no alarm has had. */
async function takeAlarmIds({ tx }: ResourceTransaction, count: number): Promise<readonly number[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('cockpit_alarm', 'id'))::integer AS id
    FROM generate_series(1, ${count}::integer)`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Faults of thresholds: their values, and elements of another kind than the alarm is evaluated on. */
async function thresholdFaults(db: Reader, { alarms }: CockpitFile): Promise<RuleFault<string>[]> {
  const kpis = await readDirectory(db);
  return alarms.flatMap((alarm, index) => {
    const kind = alarmTargetOf(alarm, kpis);
    return alarm.thresholds.flatMap(({ element, value }, at): RuleFault<string>[] => {
      const field = `alarms.${String(index)}.thresholds.${String(at)}`;
      if (!isThreshold(value)) return [{ field: `${field}.value`, code: 'THRESHOLD_INCORRECT' }];
      const isOther = element !== undefined && element.kind !== kind;
      return isOther ? [{ field: `${field}.element.kind`, code: 'COCKPIT_THRESHOLD_TARGET' }] : [];
    });
  });
}

const inFile = <Fault extends RuleFault<string>>(faults: readonly Fault[]): Fault[] =>
  faults.map((fault) => ({ ...fault, field: `file.${fault.field}` }));

/** With the thresholds that the caller may not change as they are. */
const withPresent = (
  desired: CockpitDocument,
  present: CockpitDocument,
  reach: TargetReach,
): CockpitDocument => {
  const before = new Map(present.alarms.map((alarm) => [alarm.id, alarm]));
  const alarms = desired.alarms.map((alarm) => ({
    ...alarm,
    thresholds: [
      ...alarm.thresholds.filter(reach.changes),
      ...(before.get(alarm.id)?.thresholds ?? []).filter((threshold) => !reach.changes(threshold)),
    ],
  }));
  return { ...desired, alarms };
};

/** Cockpits as files. */
export class CockpitExchangeRepository {
  readonly #needs: ExchangeNeeds;

  constructor(needs: ExchangeNeeds) {
    this.#needs = needs;
  }

  /** The caller of this method checks that the cockpit is visible. */
  async export(cockpit: number, caller: Caller): Promise<CockpitFile> {
    const { db, groups } = this.#needs;
    const document = await readDocument(db, cockpit);
    if (document === undefined) throw new ProblemError('NOT_FOUND');
    const thresholds = document.alarms.flatMap((alarm) => alarm.thresholds.map(({ target }) => target));
    return fileOf(document, {
      groups: new Map((await groups.list(caller)).map(({ id, name }) => [id, name])),
      targets: await readFileTargets(db, thresholds, caller),
    });
  }

  async import(order: ImportOrder, actor: Actor): Promise<Imported> {
    const groups = await this.#needs.groups.list(actor.caller);
    const groupIds = new Map(groups.map(({ id, name }) => [name.toLowerCase(), id]));
    return transactResource(this.#needs, actor, importing, async (change) => {
      const { tx } = change;
      const present = await this.#present(change, order);
      const fresh = replacedAlarms(order.file.alarms, present.alarms).filter((one) => one === undefined);
      const read = documentOf(order.file, present.alarms, {
        groups: groupIds,
        targets: await findFileTargets(tx, order.file, actor.caller),
        // A dry run changes nothing, not even a sequence.
        freshIds: order.dryRun
          ? fresh.map((_, index) => -1 - index)
          : await takeAlarmIds(change, fresh.length),
      });
      const isNew = order.replaces === undefined;
      const desired = isNew && !order.enable ? withoutRunning(read.document) : read.document;
      const { alarms } = order.file;
      const named = cockpitFaults(order.file.cockpit, alarms.length);
      rejectFormFaults(
        inFile([
          ...named.map((fault) => ({ ...fault, field: `cockpit.${fault.field}` })),
          ...read.faults,
          ...(await thresholdFaults(tx, order.file)),
          ...(await documentFaults(tx, desired)),
        ]),
      );
      const reach = await readTargetReach(tx, [desired, present], actor.caller);
      const difference = cockpitDifference(present, withPresent(desired, present, reach), reach.names);
      const leftOut = [...read.leftOut];
      if (order.dryRun) return { id: undefined, difference, leftOut };
      const id = await this.#apply(change, order, { present, desired, reach });
      return { id, difference, leftOut };
    });
  }

  /** The cockpit that the file replaces, locked; a new one has no alarms yet. */
  async #present(change: ResourceTransaction, { file, replaces }: ImportOrder): Promise<CockpitDocument> {
    if (replaces === undefined) return { ...file.cockpit, alarms: [] };
    const stored = await lockCockpit(change, replaces.id);
    rejectStale(stored.version, replaces.version);
    const document = await readDocument(change.tx, replaces.id);
    if (document === undefined) throw new ProblemError('NOT_FOUND');
    return document;
  }

  async #apply(
    change: ResourceTransaction,
    { replaces }: ImportOrder,
    documents: {
      readonly present: CockpitDocument;
      readonly desired: CockpitDocument;
      readonly reach: TargetReach;
    },
  ): Promise<number> {
    const { present, desired } = documents;
    const { name, description } = desired;
    const cockpit = replaces?.id ?? (await insertTemplate(change, { kind: 'cockpit', name, description }));
    await keepingVersions(change, { cockpit }, () => restoreDocument(change, { cockpit, ...documents }));
    await change.record({
      action: replaces === undefined ? 'cockpit.create' : 'cockpit.update',
      subject: 'cockpit',
      subjectId: cockpit,
      subjectName: name,
      ...(replaces === undefined ? {} : { before: auditSnapshot(present) }),
      after: auditSnapshot(desired),
      note: { fromFile: true },
    });
    return cockpit;
  }
}

const withoutRunning = (document: CockpitDocument): CockpitDocument => ({
  ...document,
  alarms: document.alarms.map((alarm) => ({ ...alarm, enabled: false })),
});

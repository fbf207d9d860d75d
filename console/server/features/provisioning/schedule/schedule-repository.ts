import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import type { ImportSchedule, ImportScheduleDraft } from '#schemas/provisioning/schedule.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import type { importSchedule } from '#schemas/table/provisioning.ts';
import type { Row } from '#schemas/table/relation.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../../shared/repository/reject-faults.ts';
import { transact, type Change } from '../../../shared/repository/transact.ts';
import type { ImportingActor } from '../import-repository.ts';
import { jsonValue } from '../run/import-store.ts';
import { shownFailure } from '../shown-import.ts';
import { cronFault, nextRuns } from './next-runs.ts';

export type ScheduleRow = Row<typeof importSchedule>;

const SHOWN_RUNS = 3;
const duplicate = { duplicate: 'NAME_TAKEN', duplicateField: 'name' } as const;

const draftOf = (row: ScheduleRow): ImportScheduleDraft => ({
  name: row.name,
  enabled: row.enabled,
  source: row.source,
  cron: row.cron,
  timeZone: row.time_zone,
  mapping: row.mapping_id,
  mode: row.mode,
  removeMissing: row.remove_missing,
  removalPercent: row.removal_percent,
});

export function shownSchedule(row: ScheduleRow, now: Date, language: TextLanguage): ImportSchedule {
  const draft = draftOf(row);
  return {
    ...draft,
    id: row.id,
    version: row.version,
    createdBy: row.created_by,
    nextRuns: row.enabled ? nextRuns(draft, now, SHOWN_RUNS).map((at) => at.toISOString()) : [],
    lastRun: row.last_at?.toISOString() ?? null,
    outcome: row.outcome,
    failure: shownFailure(row.failure, language),
  };
}

const audited = ({ source, ...draft }: ImportScheduleDraft) => ({
  ...draft,
  source: source.kind === 'folder' ? source.file : source.url,
});

const entry = (verb: string, { id, name }: Pick<ScheduleRow, 'id' | 'name'>) => ({
  action: `import-schedule.${verb}`,
  subject: 'import-schedule',
  subjectId: id,
  subjectName: name,
});

export interface ScheduleRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly hasFolder: boolean;
}

/** Without a share it stays as it is. */
type UpdatedSchedule = Omit<ImportScheduleDraft, 'removalPercent'> & {
  readonly version: number;
  readonly removalPercent?: number | undefined;
};

/** Scheduled imports in PostgreSQL. */
export class ScheduleRepository {
  readonly #needs: ScheduleRepositoryNeeds;

  constructor(needs: ScheduleRepositoryNeeds) {
    this.#needs = needs;
  }

  get hasFolder(): boolean {
    return this.#needs.hasFolder;
  }

  now(): Date {
    return this.#needs.clock.now();
  }

  list(): Promise<readonly ScheduleRow[]> {
    return this.#needs.db
      .selectFrom('import_schedule')
      .selectAll()
      .orderBy('name', asNames)
      .limit(provisioningLimits.maxSchedules)
      .execute();
  }

  /** Throws IMPORT_CRON_INVALID, IMPORT_FOLDER_MISSING, OBJECT_UNKNOWN, NAME_TAKEN, SELECTION_TOO_LARGE. */
  create(draft: ImportScheduleDraft, actor: ImportingActor): Promise<ScheduleRow> {
    return transact(this.#needs, actor, duplicate, async (change) => {
      const { count } = await change.tx
        .selectFrom('import_schedule')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= provisioningLimits.maxSchedules)
        throw new ProblemError('SELECTION_TOO_LARGE', { params: { max: provisioningLimits.maxSchedules } });
      const row = await change.tx
        .insertInto('import_schedule')
        .values({ ...(await this.#cells(change, draft)), created_by: actor.caller.username })
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.record({ ...entry('create', row), after: audited(draft) });
      return row;
    });
  }

  /** Throws NOT_FOUND, CONFLICT and what `create` throws. From then on it acts for the user who changed it. */
  update(id: number, draft: UpdatedSchedule, actor: ImportingActor): Promise<ScheduleRow> {
    return transact(this.#needs, actor, duplicate, async (change) => {
      const before = await lock(change, id);
      rejectStale(before.version, draft.version);
      const { version, removalPercent = before.removal_percent, ...remaining } = draft;
      const content = { ...remaining, removalPercent };
      const row = await change.tx
        .updateTable('import_schedule')
        .set({ ...(await this.#cells(change, content)), version: version + 1 })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.record({
        ...entry('update', row),
        before: audited(draftOf(before)),
        after: audited(content),
      });
      return row;
    });
  }

  /** Throws NOT_FOUND. */
  delete(id: number, actor: ImportingActor): Promise<void> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await lock(change, id);
      await change.tx.deleteFrom('import_schedule').where('id', '=', id).execute();
      await change.record({ ...entry('delete', before), before: audited(draftOf(before)) });
    });
  }

  /** Marks a schedule as due. Throws NOT_FOUND. */
  runNow(id: number, actor: ImportingActor): Promise<ScheduleRow> {
    return transact(this.#needs, actor, {}, async (change) => {
      const before = await lock(change, id);
      const row = await change.tx
        .updateTable('import_schedule')
        .set({ run_now: true })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await change.record({ ...entry('run', before), before: { due: before.run_now }, after: { due: true } });
      return row;
    });
  }

  async #cells({ tx, now, actor }: Change<ImportingActor>, draft: ImportScheduleDraft) {
    const reason = cronFault(draft);
    if (reason !== undefined)
      throw new ProblemError('IMPORT_CRON_INVALID', {
        params: { reason },
        errors: [{ path: 'body.cron', code: 'IMPORT_CRON_INVALID', params: { reason } }],
      });
    if (draft.source.kind === 'folder' && !this.#needs.hasFolder)
      throw new ProblemError('IMPORT_FOLDER_MISSING');
    if (draft.mapping !== null) await rejectUnknownMapping(tx, draft.mapping);
    return {
      name: draft.name,
      enabled: draft.enabled,
      cron: draft.cron,
      time_zone: draft.timeZone,
      mapping_id: draft.mapping,
      mode: draft.mode,
      remove_missing: draft.removeMissing,
      removal_percent: draft.removalPercent,
      source: jsonValue(draft.source),
      actor: jsonValue(actor.importing),
      next_at: draft.enabled ? (nextRuns(draft, now, 1)[0] ?? null) : null,
    };
  }
}

async function rejectUnknownMapping(tx: Change['tx'], id: number): Promise<void> {
  const row = await tx.selectFrom('import_mapping').select('id').where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ProblemError('OBJECT_UNKNOWN', { params: { id } });
}

/** Throws NOT_FOUND. */
async function lock({ tx }: Change<ImportingActor>, id: number): Promise<ScheduleRow> {
  const row = await tx
    .selectFrom('import_schedule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row;
}

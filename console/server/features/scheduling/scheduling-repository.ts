import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { unleased } from '#platform/postgres/leased-runs.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { cancelRenderings } from '#platform/rendering/render-queue.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { nextRunsOf } from '#schemas/scheduling/next-runs.ts';
import { unfinishedStates } from '#schemas/scheduling/run.ts';
import type { ReportSchedule, SchedulingDraft } from '#schemas/scheduling/scheduling.ts';
import { isTimed } from '#schemas/scheduling/trigger.ts';
import { schedulingTextFaults } from '#schemas/scheduling/variables.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { rejectStale } from '../../shared/repository/reject-faults.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { attachmentsSnapshot, schedulingSnapshot, schedulingSubject } from './audit-snapshot.ts';
import { rejectDraft, type DraftNeeds } from './draft-faults.ts';
import { jsonCell } from './json-cell.ts';
import {
  storedAttachment,
  lockScheduling,
  readAttachments,
  seenSchedules,
  shownSchedulings,
  type SchedulingReader,
  type SchedulingRow,
} from './stored-scheduling.ts';

export interface SchedulingActor extends Actor {
  readonly customer: number;
}

type SchedulingChange = Change<SchedulingActor>;

export interface SchedulingRepositoryNeeds extends DraftNeeds {
  readonly db: Db;
  readonly clock: Clock;
}

const saving = {
  duplicate: 'NAME_TAKEN',
  duplicateField: 'name',
  failure: 'SCHEDULING_SERVER_ERROR',
} as const;
const { failure } = saving;

/** When the next run is due. */
const nextAt = ({ enabled, trigger, timeZone }: SchedulingDraft, now: Date): Date | null =>
  enabled && isTimed(trigger) ? (nextRunsOf({ trigger, timeZone }, now, 1)[0] ?? null) : null;

const cellsOf = (draft: SchedulingDraft, { now, actor }: Pick<SchedulingChange, 'now' | 'actor'>) => ({
  name: draft.name,
  enabled: draft.enabled,
  trigger: jsonCell(draft.trigger),
  time_zone: draft.timeZone,
  language: draft.language,
  recipients: [...draft.recipients],
  required: [...draft.required],
  subject: draft.subject,
  message: draft.message,
  owner_id: actor.caller.id,
  next_at: nextAt(draft, now),
  updated_at: now,
});

/** Ends the unfinished runs of a schedule, with their reports. */
export async function cancelRuns(
  { tx, now }: Pick<SchedulingChange, 'tx' | 'now'>,
  id: number,
): Promise<void> {
  const rows = await tx
    .updateTable('schedule_run')
    .set({
      state: 'failed',
      reason: jsonCell({ code: 'cancelled' as const, params: {} }),
      ended_at: now,
      state_since: now,
      ...unleased,
    })
    .where('schedule_id', '=', id)
    // Mails that are queued are sent.
    .where(
      'state',
      'in',
      unfinishedStates.filter((state) => state !== 'sending'),
    )
    .returning('id')
    .execute();
  await cancelRenderings(
    tx,
    rows.map((row) => row.id),
    now,
  );
}

/** Schedules of reports in PostgreSQL. */
export class SchedulingRepository {
  readonly #needs: SchedulingRepositoryNeeds;

  constructor(needs: SchedulingRepositoryNeeds) {
    this.#needs = needs;
  }

  async list(reader: SchedulingReader): Promise<ReportSchedule[]> {
    const { db, clock } = this.#needs;
    const rows = await db
      .selectFrom('schedule')
      .selectAll()
      .where(seenSchedules(reader))
      .orderBy('name', asNames)
      .limit(schedulingLimits.maxSchedules)
      .execute();
    return shownSchedulings(db, rows, { ...reader, now: clock.now() });
  }

  /** Throws what `rejectDraft` throws, NAME_TAKEN, SELECTION_TOO_LARGE. */
  create(draft: SchedulingDraft, actor: SchedulingActor): Promise<ReportSchedule> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx, now } = change;
      await rejectDraft({ ...this.#needs, tx }, draft, actor);
      await this.#rejectMany(change);
      const row = await tx
        .insertInto('schedule')
        .values({
          ...cellsOf(draft, change),
          customer_id: actor.customer,
          active_since: now,
          created_at: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await this.#storeAttachments(change, row, draft);
      await change.record({
        action: 'scheduling.create',
        ...schedulingSubject(row),
        after: { ...schedulingSnapshot(row), ...attachmentsSnapshot(draft.attachments) },
      });
      return this.#shown(change, row);
    });
  }

  /** From then on it has the rights of the actor. Throws SCHEDULING_NOT_FOUND, CONFLICT and what `create` throws. */
  update(
    id: number,
    { version, ...draft }: SchedulingDraft & { readonly version: number },
    actor: SchedulingActor,
  ): Promise<ReportSchedule> {
    return transact(this.#needs, actor, saving, async (change) => {
      const { tx, now } = change;
      const before = await lockScheduling(tx, actor, id);
      rejectStale(before.version, version);
      await rejectDraft({ ...this.#needs, tx }, draft, { ...actor, before: before.required });
      const attached = (await readAttachments(tx, [id])).map(storedAttachment);
      const row = await tx
        .updateTable('schedule')
        .set({
          ...cellsOf(draft, change),
          version: version + 1,
          active_since: before.enabled ? before.active_since : now,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await tx.deleteFrom('schedule_attachment').where('schedule_id', '=', id).execute();
      await this.#storeAttachments(change, row, draft);
      if (!draft.enabled) await cancelRuns(change, id);
      await change.record({
        action: 'scheduling.update',
        ...schedulingSubject(row),
        before: { ...schedulingSnapshot(before), ...attachmentsSnapshot(attached) },
        after: { ...schedulingSnapshot(row), ...attachmentsSnapshot(draft.attachments) },
      });
      return this.#shown(change, row);
    });
  }

  /** Throws SCHEDULING_NOT_FOUND, SCHEDULING_VARIABLES_INVALID. */
  enable(id: number, enabled: boolean, actor: SchedulingActor): Promise<ReportSchedule> {
    return transact(this.#needs, actor, { failure }, async (change) => {
      const { tx, now } = change;
      const before = await lockScheduling(tx, actor, id);
      if (enabled && schedulingTextFaults(before, before.trigger).length > 0)
        throw new ProblemError('SCHEDULING_VARIABLES_INVALID');
      const { trigger, time_zone: timeZone } = before;
      const next = enabled && isTimed(trigger) ? nextRunsOf({ trigger, timeZone }, now, 1)[0] : undefined;
      const row = await tx
        .updateTable('schedule')
        .set({
          enabled,
          next_at: next ?? null,
          active_since: before.enabled ? before.active_since : now,
          version: before.version + 1,
          updated_at: now,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      if (!enabled) await cancelRuns(change, id);
      await change.record({
        action: 'scheduling.enable',
        ...schedulingSubject(row),
        before: { enabled: before.enabled },
        after: { enabled },
      });
      return this.#shown(change, row);
    });
  }

  /** Throws SCHEDULING_NOT_FOUND. */
  delete(id: number, actor: SchedulingActor): Promise<void> {
    return transact(this.#needs, actor, { failure }, async (change) => {
      const { tx } = change;
      const before = await lockScheduling(tx, actor, id);
      if (before.required.length > 0 && !actor.caller.allCustomers)
        throw new ProblemError('RECIPIENT_FIXED', { params: { address: before.required[0] ?? '' } });
      const attached = (await readAttachments(tx, [id])).map(storedAttachment);
      await tx.deleteFrom('schedule').where('id', '=', id).execute();
      await change.record({
        action: 'scheduling.delete',
        ...schedulingSubject(before),
        before: { ...schedulingSnapshot(before), ...attachmentsSnapshot(attached) },
      });
    });
  }

  async #shown({ tx, now, actor }: SchedulingChange, row: SchedulingRow): Promise<ReportSchedule> {
    const [shown] = await shownSchedulings(tx, [row], { ...actor, now });
    if (shown === undefined) throw new ProblemError('SCHEDULING_NOT_FOUND');
    return shown;
  }

  async #storeAttachments(
    { tx }: SchedulingChange,
    { id }: SchedulingRow,
    { attachments }: SchedulingDraft,
  ): Promise<void> {
    if (attachments.length === 0) return;
    await tx
      .insertInto('schedule_attachment')
      .values(
        attachments.map((one, position) => ({
          schedule_id: id,
          position,
          report_id: one.report,
          format: one.format,
          period: jsonCell(one.period),
          variables: jsonCell(one.variables),
          dashlets: [...one.dashlets],
        })),
      )
      .execute();
  }

  async #rejectMany({ tx, actor }: SchedulingChange): Promise<void> {
    const { count } = await tx
      .selectFrom('schedule')
      .select(sql<number>`count(*)`.as('count'))
      .where('customer_id', '=', actor.customer)
      .executeTakeFirstOrThrow();
    const { maxSchedules: max } = schedulingLimits;
    if (count >= max) throw new ProblemError('SELECTION_TOO_LARGE', { params: { max } });
  }
}

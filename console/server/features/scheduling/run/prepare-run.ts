import type { Db } from '#platform/postgres/postgres.ts';
import { addMs } from '#platform/clock/time.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { RenderOrder } from '#platform/rendering/render-queue.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { reportSpan } from '#schemas/report/period.ts';
import type { RunReason } from '#schemas/scheduling/run.ts';
import { isTimed } from '#schemas/scheduling/trigger.ts';
import { schedulingTextFaults } from '#schemas/scheduling/variables.ts';
import { knownZone } from '#schemas/time/time-zone.ts';
import { displayName, sitesSeenBy, type Caller } from '../../../kernel/access/caller.ts';
import type { Tx } from '../../../kernel/audit/audit-trail.ts';
import { readReports } from '../../../shared/report/readable-report.ts';
import { attachmentFaults, seesAlarm, type DraftNeeds } from '../draft-faults.ts';
import {
  readAttachments,
  type AttachmentRow,
  type SchedulingReader,
  type SchedulingRow,
  type SchedulingRunRow,
} from '../stored-scheduling.ts';
import type { ClaimedRun } from './run-store.ts';
import { readOwnerRights } from './owner-rights.ts';

export interface PrepareNeeds extends Pick<DraftNeeds, 'visibility'> {
  readonly db: Db;
  readonly clock: Clock;
}

/** What a run renders, or why it sends nothing. */
export type PreparedRun =
  | { readonly ok: true; readonly orders: readonly RenderOrder[] }
  | { readonly ok: false; readonly state: 'failed' | 'skipped'; readonly reason: RunReason };

const failed = (code: RunReason['code'], params: RunReason['params'] = {}): PreparedRun => ({
  ok: false,
  state: 'failed',
  reason: { code, params },
});
const skipped = (code: RunReason['code']): PreparedRun => ({
  ok: false,
  state: 'skipped',
  reason: { code, params: {} },
});

/** The alarm events of a run that its owner may read. */
export async function readRunAlarms(
  db: Db | Tx,
  { visibility }: Pick<DraftNeeds, 'visibility'>,
  { run, schedule, caller }: ClaimedRun & { readonly caller: Caller },
) {
  const isVisible = seesAlarm({ visibility }, caller);
  const sites = sitesSeenBy(caller, schedule.customer_id);
  const rows = await db
    .selectFrom('schedule_alarm')
    .select('content')
    .where('run_id', '=', run.id)
    .orderBy('at')
    .orderBy('event')
    .execute();
  return rows
    .map(({ content }) => content)
    .filter(({ alarm, site }) => isVisible(alarm.id) && sites?.has(site.id) !== false);
}

interface OrderParts {
  readonly run: SchedulingRunRow;
  readonly schedule: SchedulingRow;
  readonly caller: Caller;
  readonly now: Date;
}

/** The period of a report is that of its due time, however late it is rendered. */
function orderOf(attachment: AttachmentRow, { run, schedule, caller, now }: OrderParts): RenderOrder {
  const timeZone = knownZone(schedule.time_zone);
  const at = Math.floor(run.due_at.getTime() / 1_000);
  return {
    customer: schedule.customer_id,
    report: attachment.report_id,
    format: attachment.format,
    parameters: {
      ...reportSpan(attachment.period, at, timeZone),
      timeZone,
      language: schedule.language,
      variables: attachment.variables,
      dashlets: attachment.dashlets,
    },
    requester: caller.id,
    scheduleRun: run.id,
    expiresAt: addMs(now, schedulingLimits.retainRunsMs),
  };
}

/** The first report that is missing, or lacks what the schedule sets; undefined: there is none. */
async function brokenAttachment(
  db: Db,
  attachments: readonly AttachmentRow[],
  reader: SchedulingReader,
): Promise<PreparedRun | undefined> {
  const ids = attachments.map(({ report_id }) => report_id);
  const reports = await readReports(db, ids, reader);
  for (const attachment of attachments) {
    const document = reports.get(attachment.report_id)?.document;
    if (document === undefined) return failed('report', { owner: displayName(reader.caller) });
    const [name] = attachmentFaults(attachment, document);
    if (name !== undefined) return failed('variables', { name });
  }
  return undefined;
}

/** Decides what a run renders, by the rights of its owner as they are now. */
export async function prepareRun(needs: PrepareNeeds, claimed: ClaimedRun): Promise<PreparedRun> {
  const { db, clock } = needs;
  const { run, schedule } = claimed;
  const rights = await readOwnerRights(db, schedule, run);
  if (!rights.ok) return { ok: false, state: 'failed', reason: rights.reason };
  const { caller } = rights;
  const attachments = await readAttachments(db, [schedule.id]);
  if (isTimed(schedule.trigger) && attachments.length === 0) return skipped('no-attachments');
  const [unknown] = schedulingTextFaults(schedule, schedule.trigger);
  if (unknown !== undefined) return failed('variables', { name: unknown.params['name'] ?? '' });
  const broken = await brokenAttachment(db, attachments, { caller, customer: schedule.customer_id });
  if (broken !== undefined) return broken;
  if (run.cause === 'alarm' && (await readRunAlarms(db, needs, { ...claimed, caller })).length === 0)
    return skipped('no-alarms');
  const parts = { run, schedule, caller, now: clock.now() };
  return { ok: true, orders: attachments.map((one) => orderOf(one, parts)) };
}

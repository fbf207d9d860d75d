import { sql } from 'kysely';
import { asNames } from '#platform/postgres/as-names.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { schedulingLimits } from '#schemas/limit/scheduling.ts';
import { nextRunsOf } from '#schemas/scheduling/next-runs.ts';
import { mailbox } from '#schemas/scheduling/recipients.ts';
import type { RunSummary } from '#schemas/scheduling/run.ts';
import type { ReportAttachment, ReportSchedule, Subscription } from '#schemas/scheduling/scheduling.ts';
import { isTimed } from '#schemas/scheduling/trigger.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { schedule, scheduleAttachment, scheduleRun } from '#schemas/table/scheduling/scheduling.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readReportNames } from '../../shared/report/readable-report.ts';
import { authorName } from '../../shared/resource/stored-resource.ts';

type Reader = Db | Tx;
export type SchedulingRow = Row<typeof schedule>;
export type AttachmentRow = Row<typeof scheduleAttachment>;
export type SchedulingRunRow = Row<typeof scheduleRun>;

/** Who reads the schedules of which customer. */
export interface SchedulingReader {
  readonly caller: Caller;
  readonly customer: number;
}

/**
 * Limits a statement to the schedules that a caller sees: those of the customer. Users who see some of its sites see their own, since
 * others show more than they may see.
 */
export const seenSchedules = ({ caller, customer }: SchedulingReader) =>
  sitesSeenBy(caller, customer) === undefined
    ? sql<boolean>`schedule.customer_id = ${customer}`
    : sql<boolean>`schedule.customer_id = ${customer} AND schedule.owner_id = ${caller.id}`;

/** The schedule, locked. Throws SCHEDULING_NOT_FOUND. */
export async function lockScheduling(tx: Tx, reader: SchedulingReader, id: number): Promise<SchedulingRow> {
  const row = await tx
    .selectFrom('schedule')
    .selectAll()
    .where('id', '=', id)
    .where(seenSchedules(reader))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ProblemError('SCHEDULING_NOT_FOUND');
  return row;
}

/** The reports of schedules, in their order. */
export const readAttachments = (db: Reader, ids: readonly number[]): Promise<AttachmentRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('schedule_attachment')
        .selectAll()
        .where('schedule_id', 'in', ids)
        .orderBy('schedule_id')
        .orderBy('position')
        .execute();

export const storedAttachment = (row: AttachmentRow): ReportAttachment => ({
  report: row.report_id,
  format: row.format,
  period: row.period,
  variables: row.variables,
  dashlets: row.dashlets,
});

export const runSummary = (
  row: Pick<SchedulingRunRow, 'id' | 'due_at' | 'cause' | 'state' | 'reason'>,
): RunSummary => ({
  id: row.id,
  dueAt: row.due_at.toISOString(),
  cause: row.cause,
  state: row.state,
  reason: row.reason,
});

/** The last run of each schedule that was for its recipients. */
const readPrevious = (db: Reader, ids: readonly number[]) =>
  db
    .selectFrom('schedule_run')
    .distinctOn('schedule_id')
    .select(['schedule_id', 'id', 'due_at', 'cause', 'state', 'reason'])
    .where('schedule_id', 'in', ids)
    .where('cause', '<>', 'manual')
    .orderBy('schedule_id')
    .orderBy('due_at', 'desc')
    .execute();

const readSubscriptions = (db: Reader, ids: readonly number[]) =>
  db
    .selectFrom('schedule_subscription as subscription')
    .leftJoin('account', 'account.id', 'subscription.account_id')
    .select(['schedule_id', 'account_id', 'address', 'subscribed'])
    .select(['first_name', 'last_name', 'username'])
    .where('schedule_id', 'in', ids)
    .orderBy('username', asNames)
    .execute();
type SubscriptionRow = Awaited<ReturnType<typeof readSubscriptions>>[number];

const readOwners = (db: Reader, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('account')
        .select(['id', 'first_name', 'last_name', 'username'])
        .where('id', 'in', ids)
        .execute();

/** Whether the caller gets the mails of a schedule. */
export function subscriptionOf(
  { id, email }: Pick<Caller, 'id' | 'email'>,
  recipients: readonly string[],
  rows: readonly Pick<SubscriptionRow, 'account_id' | 'address' | 'subscribed'>[],
): Subscription {
  const own = mailbox(email);
  if (own !== '' && rows.some(({ address }) => address === own)) return 'unsubscribed';
  if (rows.some(({ account_id, subscribed }) => account_id === id && subscribed)) return 'subscribed';
  return own !== '' && recipients.some((one) => mailbox(one) === own) ? 'recipient' : 'none';
}

/** The next five runs, as times. */
function nextOf({ enabled, trigger, time_zone: timeZone }: SchedulingRow, now: Date): string[] {
  if (!enabled || !isTimed(trigger)) return [];
  return nextRunsOf({ trigger, timeZone }, now, schedulingLimits.nextRuns).map((at) => at.toISOString());
}

interface Details {
  readonly names: ReadonlyMap<number, string>;
  readonly attachments: readonly AttachmentRow[];
  readonly subscriptions: readonly SubscriptionRow[];
  readonly previous: Parameters<typeof runSummary>[0] | undefined;
  readonly owner: ReportSchedule['owner'];
}

function shownScheduling(
  row: SchedulingRow,
  { names, attachments, subscriptions, previous, owner }: Details,
  { caller, now }: { readonly caller: Caller; readonly now: Date },
): ReportSchedule {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    enabled: row.enabled,
    trigger: row.trigger,
    timeZone: row.time_zone,
    attachments: attachments.map((one) => ({
      ...storedAttachment(one),
      name: names.get(one.report_id) ?? null,
    })),
    recipients: row.recipients,
    required: row.required,
    language: row.language,
    subject: row.subject,
    message: row.message,
    owner,
    unsubscribed: row.recipients.filter((one) =>
      subscriptions.some(({ address }) => address === mailbox(one)),
    ),
    subscribers: subscriptions
      .filter(({ subscribed }) => subscribed)
      .map(({ first_name, last_name, username }) => authorName(first_name, last_name, username) ?? ''),
    subscription: subscriptionOf(caller, row.recipients, subscriptions),
    previous: previous === undefined ? null : runSummary(previous),
    next: nextOf(row, now),
  };
}

/** Schedules as a caller sees them. */
export async function shownSchedulings(
  db: Reader,
  rows: readonly SchedulingRow[],
  { now, ...reader }: SchedulingReader & { readonly now: Date },
): Promise<ReportSchedule[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const attachments = await readAttachments(db, ids);
  const reports = attachments.map(({ report_id }) => report_id);
  const names = await readReportNames(db, reports, reader);
  const subscriptions = Map.groupBy(await readSubscriptions(db, ids), ({ schedule_id }) => schedule_id);
  const previous = new Map((await readPrevious(db, ids)).map((run) => [run.schedule_id, run]));
  const owners = await readOwners(db, [...new Set(rows.flatMap(({ owner_id }) => owner_id ?? []))]);
  const ownerOf = new Map(
    owners.map(({ id, first_name, last_name, username }) => [
      id,
      { id, name: authorName(first_name, last_name, username) ?? username },
    ]),
  );
  return rows.map((row) =>
    shownScheduling(
      row,
      {
        names,
        attachments: attachments.filter(({ schedule_id }) => schedule_id === row.id),
        subscriptions: subscriptions.get(row.id) ?? [],
        previous: previous.get(row.id),
        owner: ownerOf.get(row.owner_id ?? 0) ?? null,
      },
      { caller: reader.caller, now },
    ),
  );
}

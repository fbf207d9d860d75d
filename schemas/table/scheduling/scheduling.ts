import type { SingleNotice } from '../../notification/notice.ts';
import type { OutputFormat, VariableChoice } from '../../rendering/rendering.ts';
import type { ReportPeriod } from '../../report/period.ts';
import type { RecipientResult, RunReason, SchedulingCause, SchedulingState } from '../../scheduling/run.ts';
import type { SchedulingTrigger } from '../../scheduling/trigger.ts';
import {
  flag,
  instant,
  integer,
  json,
  key,
  nullableField,
  references,
  relation,
  text,
  texts,
  uniqueIgnoringCase,
  withDefault,
  type Field,
} from '../relation.ts';

const word = <Word extends string>() => text as Field<Word>;

/** Reports of a customer by mail, at times or when alarms are raised. */
export const schedule = relation({
  name: 'schedule',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    name: text,
    enabled: flag,
    trigger: json<SchedulingTrigger>(),
    time_zone: text,
    language: word<'en' | 'fr'>(),
    recipients: texts,
    /** Set by the provider. */
    required: texts,
    subject: text,
    message: text,
    /** Whose rights it has; null: a deleted account. */
    owner_id: nullableField(references(integer, 'account', 'SET NULL')),
    version: withDefault(integer, '1'),
    /** Null while disabled, and with an alarm trigger. */
    next_at: nullableField(instant),
    /** Alarm events from then on trigger it. */
    active_since: instant,
    created_at: instant,
    updated_at: instant,
  },
  constraints: [`CHECK (language IN ('en', 'fr'))`],
  indexes: [
    uniqueIgnoringCase('schedule', 'name', { within: ['customer_id'] }),
    'CREATE INDEX schedule_due ON schedule (next_at) WHERE next_at IS NOT NULL',
  ],
});

/** Reports that a schedule sends, in their order. */
export const scheduleAttachment = relation({
  name: 'schedule_attachment',
  columns: {
    schedule_id: references(integer, 'schedule'),
    position: integer,
    /** Resource of the report: a deleted one is an error of the next run, not a schedule that silently sends less. */
    report_id: integer,
    format: word<OutputFormat>(),
    period: json<ReportPeriod>(),
    variables: json<VariableChoice>(),
    dashlets: texts,
  },
  constraints: [`CHECK (format IN ('pdf', 'xlsx', 'csv'))`, 'PRIMARY KEY (schedule_id, position)'],
  indexes: ['CREATE INDEX schedule_attachment_report ON schedule_attachment (report_id)'],
});

/** A user who has subscribed, or a user or address that has unsubscribed. */
export const scheduleSubscription = relation({
  name: 'schedule_subscription',
  columns: {
    schedule_id: references(integer, 'schedule'),
    account_id: nullableField(references(integer, 'account')),
    /** In lower case. */
    address: nullableField(text),
    subscribed: flag,
    changed_at: instant,
  },
  constraints: [
    'CHECK ((account_id IS NULL) <> (address IS NULL))',
    'CHECK (account_id IS NOT NULL OR NOT subscribed)',
    'UNIQUE NULLS NOT DISTINCT (schedule_id, account_id, address)',
  ],
});

/** A run of a schedule: each due time has one. */
export const scheduleRun = relation({
  name: 'schedule_run',
  columns: {
    id: key,
    schedule_id: references(integer, 'schedule'),
    due_at: instant,
    cause: word<SchedulingCause>(),
    state: withDefault(word<SchedulingState>(), "'waiting'"),
    reason: nullableField(json<RunReason>()),
    /** Whose rights it has; null: the owner of the schedule. */
    requester_id: nullableField(references(integer, 'account')),
    /** What became of the mails; addresses are fixed before the first one is queued. */
    recipients: withDefault(json<readonly RecipientResult[]>(), `'[]'`),
    /** The process that works on it, and until when it may. */
    lease_owner: nullableField(text),
    lease_until: nullableField(instant),
    created_at: instant,
    /** Of the present state. */
    state_since: instant,
    started_at: nullableField(instant),
    ended_at: nullableField(instant),
  },
  constraints: [
    `CHECK (cause IN ('time', 'alarm', 'manual'))`,
    `CHECK (state IN ('waiting', 'rendering', 'mailing', 'sending', 'sent', 'partly', 'failed', 'skipped'))`,
    'UNIQUE (schedule_id, due_at)',
  ],
  indexes: [
    `CREATE INDEX schedule_run_unfinished ON schedule_run (id) WHERE state IN ('waiting', 'rendering', 'mailing', 'sending')`,
  ],
});

/** An alarm event as a mail shows it. */
export interface ScheduledAlarm extends Pick<
  SingleNotice,
  'edge' | 'alarm' | 'severity' | 'site' | 'element' | 'value' | 'threshold' | 'atMs'
> {
  readonly isRestricted: boolean;
}

/** Alarm events that trigger schedules. Each triggers a schedule once, however often it is read. */
export const scheduleAlarm = relation({
  name: 'schedule_alarm',
  columns: {
    schedule_id: references(integer, 'schedule'),
    /** Of the event, and of the half of a change of severity. */
    event: text,
    content: json<ScheduledAlarm>(),
    /** Null: it waits for the next run. */
    run_id: nullableField(references(integer, 'schedule_run')),
    at: instant,
  },
  constraints: ['PRIMARY KEY (schedule_id, event)'],
  indexes: [
    'CREATE INDEX schedule_alarm_waiting ON schedule_alarm (schedule_id) WHERE run_id IS NULL',
    'CREATE INDEX schedule_alarm_run ON schedule_alarm (run_id)',
  ],
});

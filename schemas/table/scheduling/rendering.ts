import type {
  OutputFormat,
  RenderingFailure,
  RenderingProgress,
  RenderingState,
  RenderParameters,
} from '../../rendering/rendering.ts';
import type { RunReason } from '../../scheduling/run.ts';
import type { ReportMailState } from '../../scheduling/report-mail-routes.ts';
import {
  bytes,
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
  withDefault,
  type Field,
} from '../relation.ts';

const word = <Word extends string>() => text as Field<Word>;

/** The queue of reports to render: a process that claims a row renders it. */
export const reportRun = relation({
  name: 'report_run',
  columns: {
    id: key,
    customer_id: references(integer, 'customer'),
    /** Resource of the report: it may be deleted while its file is in a mail. */
    report_id: integer,
    format: word<OutputFormat>(),
    parameters: json<RenderParameters>(),
    /** With whose rights it is rendered, as they are then. */
    requester_id: nullableField(references(integer, 'account', 'SET NULL')),
    /** Null: a user has requested it. */
    schedule_run_id: nullableField(references(integer, 'schedule_run')),
    state: withDefault(word<RenderingState>(), "'waiting'"),
    progress: withDefault(json<RenderingProgress>(), `'{"done":0,"total":0}'`),
    /** The process that renders it, and until when it may. */
    lease_owner: nullableField(text),
    lease_until: nullableField(instant),
    /** Number of claims; with the owner it identifies the attempt that may write. */
    attempts: withDefault(integer, '0'),
    claimed_at: nullableField(instant),
    created_at: instant,
    ended_at: nullableField(instant),
    /** The file may be deleted from then on. */
    expires_at: instant,
    file_name: nullableField(text),
    file_bytes: nullableField(integer),
    failure: nullableField(word<RenderingFailure>()),
    /** What the process said. */
    detail: withDefault(text, "''"),
    /** Links to the file no longer work. */
    revoked: withDefault(flag, 'false'),
    /** Of the token with which an attempt reads the report, and until when it may. */
    token_hash: nullableField(text),
    token_until: nullableField(instant),
    /** Whether alarms are part of the rights with which it was requested. */
    shows_alarms: withDefault(flag, 'true'),
  },
  constraints: [
    `CHECK (format IN ('pdf', 'xlsx', 'csv'))`,
    `CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled'))`,
  ],
  indexes: [
    `CREATE INDEX report_run_waiting ON report_run (customer_id, id) WHERE state IN ('waiting', 'running')`,
    'CREATE INDEX report_run_claimed ON report_run (customer_id, claimed_at)',
    'CREATE INDEX report_run_schedule ON report_run (schedule_run_id)',
    'CREATE INDEX report_run_expiry ON report_run (expires_at)',
    'CREATE UNIQUE INDEX report_run_token ON report_run (token_hash)',
    'CREATE INDEX report_run_requester ON report_run (requester_id, id) WHERE schedule_run_id IS NULL',
  ],
});

/** `preview`: a picture of the first page, which mails show. */
export type ReportFileKind = 'file' | 'preview';

/** Rendered files in parts of at most a megabyte. */
export const reportFile = relation({
  name: 'report_file',
  columns: {
    run_id: references(integer, 'report_run'),
    kind: word<ReportFileKind>(),
    part: integer,
    content: bytes,
  },
  constraints: [`CHECK (kind IN ('file', 'preview'))`, 'PRIMARY KEY (run_id, kind, part)'],
});

/** Mails with a report that users have requested as a file: sent when it is rendered. */
export const reportMail = relation({
  name: 'report_mail',
  columns: {
    id: key,
    run_id: references(integer, 'report_run'),
    recipients: texts,
    language: word<'en' | 'fr'>(),
    subject: text,
    message: text,
    state: withDefault(word<ReportMailState>(), "'rendering'"),
    reason: nullableField(json<RunReason>()),
    /** The server that sends it has until then. */
    lease_until: nullableField(instant),
    created_at: instant,
  },
  constraints: [`CHECK (language IN ('en', 'fr'))`, `CHECK (state IN ('rendering', 'queued', 'failed'))`],
  indexes: [
    'CREATE INDEX report_mail_run ON report_mail (run_id)',
    `CREATE INDEX report_mail_waiting ON report_mail (id) WHERE state = 'rendering'`,
  ],
});

import type { TextLanguage } from '../problem/definition.ts';
import type { ImportMapping, ImportLevel } from '../provisioning/import-columns.ts';
import type {
  ImportCounts,
  ImportDifferenceRow,
  ImportFailure,
  ImportFault,
  ImportMode,
  ImportProgress,
  ImportSource,
  ImportState,
  ImportTask,
} from '../provisioning/import-run.ts';
import type { ScheduleOutcome, ScheduleSource } from '../provisioning/schedule.ts';
import {
  bytes,
  flag,
  instant,
  integer,
  integers,
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
} from './relation.ts';

const word = <Word extends string>() => text as Field<Word>;

/** Columns of imports under a name. */
export const importMapping = relation({
  name: 'import_mapping',
  columns: {
    id: key,
    name: text,
    columns: json<ImportMapping>(),
    /** Customers of the user who saved them, sorted; none: the provider's, for everyone. */
    customer_ids: withDefault(integers, "'{}'"),
  },
  indexes: [uniqueIgnoringCase('import_mapping', 'name', { within: ['customer_ids'] })],
});

/** Imports at times that a cron expression gives. */
export const importSchedule = relation({
  name: 'import_schedule',
  columns: {
    id: key,
    name: text,
    enabled: flag,
    source: json<ScheduleSource>(),
    cron: text,
    time_zone: text,
    mapping_id: nullableField(references(integer, 'import_mapping', 'RESTRICT')),
    mode: word<ImportMode>(),
    remove_missing: flag,
    actor: json<ImportActor>(),
    created_by: text,
    version: withDefault(integer, '1'),
    /** Null while disabled. */
    next_at: nullableField(instant),
    /** Requested by a user: an unchanged file is imported too. */
    run_now: withDefault(flag, 'false'),
    last_at: nullableField(instant),
    outcome: nullableField(word<ScheduleOutcome>()),
    failure: nullableField(json<ImportFailure>()),
    removal_percent: withDefault(integer, '10'),
  },
  indexes: [uniqueIgnoringCase('import_schedule', 'name')],
});

/** Whom an import acts for: what they may change and how the audit trail names them. */
export interface ImportActor {
  readonly actorId: number | null;
  readonly actor: string;
  readonly via: string;
  readonly address: string;
  readonly requestId: string;
  /** Of the result file. */
  readonly language: TextLanguage;
  /** May add and change customers. */
  readonly mayChangeCustomers: boolean;
  readonly mayNameCredentials: boolean;
  readonly allCustomers: boolean;
  readonly customers: readonly number[];
  /** Customers of which only these sites are visible. */
  readonly sites: readonly (readonly [number, readonly number[]])[];
}

/** A run: the queue entry, its progress and its result. */
export const importRun = relation({
  name: 'import_run',
  columns: {
    id: key,
    name: text,
    byte_count: integer,
    /** Of the content: a schedule skips a file that it has imported already. */
    sha256: text,
    task: withDefault(word<ImportTask>(), "'plan'"),
    state: withDefault(word<ImportState>(), "'queued'"),
    progress: json<ImportProgress>(),
    mode: withDefault(word<ImportMode>(), "'file'"),
    remove_missing: withDefault(flag, 'false'),
    /** Null: the headings are recognised. */
    mapping: nullableField(json<ImportMapping>()),
    source: nullableField(json<ImportSource>()),
    lines: withDefault(integer, '0'),
    lines_imported: withDefault(integer, '0'),
    lines_in_error: withDefault(integer, '0'),
    counts: json<ImportCounts>(),
    clients: withDefault(texts, "'{}'"),
    /** Ids of these customers, without those that do not exist. */
    customer_ids: withDefault(integers, "'{}'"),
    contents: withDefault(json<ImportLevel[]>(), "'[]'"),
    /** The first of them. */
    changes: withDefault(json<readonly ImportDifferenceRow[]>(), "'[]'"),
    faults: withDefault(json<readonly ImportFault[]>(), "'[]'"),
    failure: nullableField(json<ImportFailure>()),
    actor: json<ImportActor>(),
    schedule_id: nullableField(references(integer, 'import_schedule', 'SET NULL')),
    repeat_of: nullableField(integer),
    /** Customers of the user who imports, sorted and joined; empty: all. Runs of each take turns. */
    owner: withDefault(text, "''"),
    /** Last start of an attempt: unlike `started_at`, it stays when the run is queued again. */
    claimed_at: nullableField(instant),
    /** The process that works on the run, and until when it may (`platform/postgres/leased-runs.ts`). */
    lease_owner: nullableField(text),
    lease_until: nullableField(instant),
    /** Number of claims; with the owner it identifies the attempt that may write. */
    attempts: withDefault(integer, '0'),
    created_at: instant,
    created_by: text,
    /** Account of the author; ids are not reused. */
    author_id: nullableField(integer),
    started_at: nullableField(instant),
    ended_at: nullableField(instant),
    /** Of a run of a schedule: the share above which its removal waits for a person. */
    removal_percent: nullableField(integer),
  },
  constraints: [
    `CHECK (task IN ('plan', 'apply', 'undo'))`,
    `CHECK (state IN ('queued', 'running', 'ready', 'finished', 'failed', 'cancelled', 'undone', 'held'))`,
    'FOREIGN KEY (repeat_of) REFERENCES import_run (id) ON DELETE SET NULL',
  ],
  indexes: [
    // One change of the inventory at a time.
    `CREATE UNIQUE INDEX import_run_one_change ON import_run ((1)) WHERE task <> 'plan' AND state IN ('queued', 'running')`,
    'CREATE INDEX import_run_owner ON import_run (owner, id)',
    `CREATE INDEX import_run_waiting ON import_run (id) WHERE state IN ('queued', 'running')`,
  ],
});

export type ImportFileKind = 'source' | 'result' | 'undo';

/** Files of runs, gzip-compressed, in parts of at most a megabyte. */
export const importFile = relation({
  name: 'import_file',
  columns: {
    run_id: references(integer, 'import_run'),
    kind: word<ImportFileKind>(),
    part: integer,
    content: bytes,
  },
  constraints: [`CHECK (kind IN ('source', 'result', 'undo'))`, 'PRIMARY KEY (run_id, kind, part)'],
});

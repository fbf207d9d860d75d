import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import { unleased } from '#platform/postgres/leased-runs.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ImportMapping } from '#schemas/provisioning/import-columns.ts';
import {
  noCounts,
  type ImportChoices,
  type ImportTask,
  type ImportFailure,
} from '#schemas/provisioning/import-run.ts';
import { provisioningLimits } from '#schemas/limit/provisioning.ts';
import { obstacleTo, type ImportAction } from '#schemas/provisioning/rules.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { transact, type Actor, type Change } from '../../shared/repository/transact.ts';
import { findImportRow, listImportRows, readImportRows } from './read-imports.ts';
import { visibleMappings } from './mapping-repository.ts';
import { readStoredFile, storeFile } from './run/import-files.ts';
import { jsonValue } from './run/import-store.ts';
import type { ListedImportRow } from './shown-import.ts';

const pack = promisify(gzip);
const LEVEL = 4;

/** A user with what their import may do. */
export interface ImportingActor extends Actor {
  readonly importing: ImportActor;
}

export interface NewImport extends ImportChoices {
  readonly name: string;
  readonly task: ImportTask;
  readonly mapping: ImportMapping | null;
  readonly schedule?: number;
  /** Of a run of a schedule: the share above which its removal waits for a person. */
  readonly removalPercent?: number;
  readonly repeatOf?: number;
}

export interface ImportContent {
  readonly bytes: number;
  readonly sha256: string;
  /** Compressed. */
  readonly content: Uint8Array;
}

/** Compresses a file off the event loop. */
export async function contentOf(file: Uint8Array): Promise<ImportContent> {
  const sha256 = createHash('sha256').update(file).digest('hex');
  return { bytes: file.length, sha256, content: await pack(file, { level: LEVEL }) };
}

/** Who shares the queue, the files and the last import: users of the same customers. */
export const ownerOf = ({
  allCustomers,
  customers,
}: Pick<ImportActor, 'allCustomers' | 'customers'>): string =>
  allCustomers ? '' : customers.toSorted((one, other) => one - other).join(' ');

export interface ImportedBy {
  readonly importing: ImportActor;
  readonly author: { readonly name: string; readonly id: number | null };
}

/** Queues a run. */
export async function insertImport(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { importing, author, ...run }: NewImport & ImportedBy,
  { bytes, sha256, content }: ImportContent,
): Promise<number> {
  const { name, task, mode, removeMissing, mapping, schedule, repeatOf, removalPercent } = run;
  const { id } = await tx
    .insertInto('import_run')
    .values({
      name,
      task,
      mode,
      remove_missing: removeMissing,
      byte_count: bytes,
      sha256,
      mapping: mapping === null ? null : jsonValue(mapping),
      progress: jsonValue({ step: 'reading', done: 0, total: bytes } as const),
      counts: jsonValue(noCounts),
      actor: jsonValue(importing),
      schedule_id: schedule ?? null,
      removal_percent: removalPercent ?? null,
      repeat_of: repeatOf ?? null,
      owner: ownerOf(importing),
      created_at: now,
      created_by: author.name,
      author_id: author.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeFile(tx, { run: id, kind: 'source' }, content);
  return id;
}

/** Throws PROVISIONING_RUNNING while another import changes the inventory. */
async function rejectRunning(tx: Tx): Promise<void> {
  // Two at the same moment: the unique index lets one of them through.
  const running = await tx
    .selectFrom('import_run')
    .select('id')
    .where('task', '<>', 'plan')
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (running !== undefined) throw new ProblemError('PROVISIONING_RUNNING');
}

/** Throws IMPORT_QUEUE_FULL. */
async function rejectFullQueue(tx: Tx, owner: string): Promise<void> {
  const { count } = await tx
    .selectFrom('import_run')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('owner', '=', owner)
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow();
  const max = provisioningLimits.maxQueued;
  if (count >= max) throw new ProblemError('IMPORT_QUEUE_FULL', { params: { max } });
}

function rejectObstacle(action: ImportAction, row: ListedImportRow): void {
  const obstacle = obstacleTo(action, {
    state: row.state,
    mode: row.mode,
    linesInError: row.lines_in_error,
    hasSource: row.has_source,
    isLast: row.is_last,
    failure: row.failure,
  });
  if (obstacle === 'inError') throw new ProblemError('IMPORT_FAILED');
  if (obstacle !== undefined) throw new ProblemError('IMPORT_STATE');
}

export interface ImportRepositoryNeeds {
  readonly db: Db;
  readonly clock: Clock;
  /** Called when a run has been queued. */
  readonly wake: () => void;
}

/** Imports in PostgreSQL, as users see them. */
export class ImportRepository {
  readonly #needs: ImportRepositoryNeeds;

  constructor(needs: ImportRepositoryNeeds) {
    this.#needs = needs;
  }

  list(caller: Caller): Promise<readonly ListedImportRow[]> {
    return listImportRows(this.#needs.db, caller);
  }

  /** Throws NOT_FOUND. */
  async read(caller: Caller, id: number): Promise<ListedImportRow> {
    return rowOrThrow(await findImportRow(this.#needs.db, caller, id));
  }

  /** The import with its difference and its faults. Throws NOT_FOUND. */
  async readDetail(caller: Caller, id: number) {
    const row = await this.read(caller, id);
    return { row, ...(await readImportRows(this.#needs.db, id)) };
  }

  /** The compressed file. Throws NOT_FOUND, IMPORT_RESULT_UNREADABLE. */
  async readFile(caller: Caller, id: number, kind: 'source' | 'result') {
    const row = await this.read(caller, id);
    const content = await readStoredFile(this.#needs.db, { run: id, kind });
    if (content === undefined) throw new ProblemError('IMPORT_RESULT_UNREADABLE');
    return { name: row.name, content };
  }

  /** Throws IMPORT_FILE_EMPTY, OBJECT_UNKNOWN. */
  async create(
    file: Uint8Array,
    {
      mapping: stored,
      ...options
    }: Omit<NewImport, 'mapping' | 'task'> & { readonly mapping: number | undefined },
    actor: ImportingActor,
  ): Promise<ListedImportRow> {
    if (file.length === 0) throw new ProblemError('IMPORT_FILE_EMPTY');
    const content = await contentOf(file);
    return this.#queue(actor, async (change) => {
      const mapping = stored === undefined ? null : await this.#mapping(change, stored);
      return this.#insert(change, { ...options, task: 'plan', mapping }, content);
    });
  }

  /** Compares the file of an import again, as a new import. Throws NOT_FOUND, IMPORT_STATE. */
  async repeat(id: number, actor: ImportingActor): Promise<ListedImportRow> {
    const row = await this.read(actor.caller, id);
    rejectObstacle('repeat', row);
    const content = await readStoredFile(this.#needs.db, { run: id, kind: 'source' });
    if (content === undefined) throw new ProblemError('IMPORT_STATE');
    const { name, mode, mapping, remove_missing: removeMissing, byte_count: bytes, sha256 } = row;
    const repeated = { name, mode, removeMissing, mapping, task: 'plan', repeatOf: id } as const;
    return this.#queue(actor, (change) => this.#insert(change, repeated, { bytes, sha256, content }));
  }

  /** Throws NOT_FOUND, IMPORT_STATE. */
  plan(
    id: number,
    { mode, removeMissing, mapping }: ImportChoices & { readonly mapping: ImportMapping },
    actor: ImportingActor,
  ) {
    return this.#advance('plan', id, actor, async ({ tx, record }, row) => {
      await tx
        .updateTable('import_run')
        .set({ ...requeued('plan', actor), mode, remove_missing: removeMissing, mapping: jsonValue(mapping) })
        .where('id', '=', id)
        .execute();
      await record({
        ...entry('import.plan', row),
        before: { mode: row.mode, removeMissing: row.remove_missing, mapping: { ...row.mapping } },
        after: { mode, removeMissing, mapping: { ...mapping } },
      });
    });
  }

  /** Throws NOT_FOUND, IMPORT_STATE, IMPORT_FAILED, PROVISIONING_RUNNING. */
  apply(id: number, actor: ImportingActor): Promise<ListedImportRow> {
    return this.#start('apply', id, actor);
  }

  /** Throws NOT_FOUND, IMPORT_STATE, PROVISIONING_RUNNING. */
  undo(id: number, actor: ImportingActor): Promise<ListedImportRow> {
    return this.#start('undo', id, actor);
  }

  /** Throws NOT_FOUND, IMPORT_STATE. */
  cancel(id: number, actor: ImportingActor): Promise<ListedImportRow> {
    return this.#advance('cancel', id, actor, async ({ tx, now, record }, row) => {
      // A reversal that is cancelled leaves what was imported.
      const state = row.task === 'undo' ? 'finished' : 'cancelled';
      const cells = { state, ...unleased } as const;
      const cancelled = jsonValue<ImportFailure>({ code: 'IMPORT_CANCELLED' });
      await tx
        .updateTable('import_run')
        .set(state === 'cancelled' ? { ...cells, ended_at: now, failure: cancelled } : cells)
        .where('id', '=', id)
        .execute();
      await record({ ...entry('import.cancel', row), before: { state: row.state }, after: { state } });
    });
  }

  #start(task: 'apply' | 'undo', id: number, actor: ImportingActor): Promise<ListedImportRow> {
    return this.#advance(task, id, actor, async ({ tx, record }, row) => {
      await rejectRunning(tx);
      await tx.updateTable('import_run').set(requeued(task, actor)).where('id', '=', id).execute();
      await record({
        ...entry(`import.${task}-start`, row),
        before: { state: row.state },
        after: { state: `${task} queued` },
      });
    });
  }

  /** Does something with a run that allows it, and looks at the queue. */
  // oxlint-disable-next-line max-params -- every call reads in this order: action, run, actor, change
  #advance(
    action: ImportAction,
    id: number,
    actor: ImportingActor,
    run: (change: Change<ImportingActor>, row: ListedImportRow) => Promise<void>,
  ): Promise<ListedImportRow> {
    return this.#queue(actor, async (change) => {
      await change.tx.selectFrom('import_run').select('id').where('id', '=', id).forUpdate().execute();
      const row = rowOrThrow(await findImportRow(change.tx, actor.caller, id));
      rejectObstacle(action, row);
      await run(change, row);
      return id;
    });
  }

  async #queue(actor: ImportingActor, run: (change: Change<ImportingActor>) => Promise<number>) {
    const id = await transact(this.#needs, actor, { duplicate: 'PROVISIONING_RUNNING' }, run);
    this.#needs.wake();
    return this.read(actor.caller, id);
  }

  async #insert(change: Change<ImportingActor>, run: NewImport, content: ImportContent): Promise<number> {
    const { caller, importing } = change.actor;
    await rejectFullQueue(change.tx, ownerOf(importing));
    const author = { name: caller.username, id: caller.id };
    const id = await insertImport(change, { ...run, importing, author }, content);
    const { mapping, ...after } = run;
    await change.record({
      action: 'import.create',
      subject: 'import',
      subjectId: id,
      subjectName: run.name,
      after: {
        ...after,
        mapping: mapping === null ? null : { ...mapping },
        bytes: content.bytes,
        sha256: content.sha256,
      },
    });
    return id;
  }

  async #mapping({ tx, actor }: Change<ImportingActor>, id: number): Promise<ImportMapping> {
    const row = await visibleMappings(tx, actor.caller).where('id', '=', id).executeTakeFirst();
    if (row === undefined) throw new ProblemError('OBJECT_UNKNOWN', { params: { id } });
    return row.columns;
  }
}

const rowOrThrow = (row: ListedImportRow | undefined): ListedImportRow => {
  if (row === undefined) throw new ProblemError('NOT_FOUND');
  return row;
};

const entry = (action: string, { id, name }: ListedImportRow) => ({
  action,
  subject: 'import',
  subjectId: id,
  subjectName: name,
});

/** The rights are those of the user who starts the task. */
const requeued = (task: ImportTask, { importing }: ImportingActor) => ({
  task,
  state: 'queued' as const,
  attempts: 0,
  ...unleased,
  ended_at: null,
  failure: null,
  actor: jsonValue(importing),
  // A person has seen what is removed.
  removal_percent: null,
  started_at: sql<null>`NULL`,
});

import { sql } from 'kysely';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { ImportActor } from '#schemas/table/provisioning.ts';
import type { ImportFailure, ImportProgress } from '#schemas/provisioning/import-run.ts';
import type { Audit, AuditOrigin, Tx } from '../../../kernel/audit/audit-trail.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { compressed, uncompressed } from '../file/compressed.ts';
import { UnreadableFileError } from '../file/sheet.ts';
import type { CustomerRemoval } from '../plan/removal-counts.ts';
import { readStoredFile, storeFile } from './import-files.ts';
import { inventoryDigest, inventoryRows } from './inventory-rows.ts';
import type { ImportRunRow, ImportStore, ImportRunResult } from './import-store.ts';
import { ThreadClient } from './thread-client.ts';
import type { ComparedFile, ReadFile } from './thread-messages.ts';
import { undoWritten, type WrittenRows } from './undo-import.ts';
import { heldFailure, settleSchedule } from './held-import.ts';
import { auditImport, logUndone, numberElements, writeImport } from './write-import.ts';

export interface ExecuteNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly store: ImportStore;
  /** The audit trail of a request. */
  readonly auditOf: (origin: AuditOrigin) => Audit;
  readonly onProgress: (progress: ImportProgress) => void;
  /** Called when an import waits for a person. Never rejects. */
  readonly onHeld: (run: ImportRunRow, failure: ImportFailure) => Promise<void>;
}

/** A statement that takes longer fails the import. */
const MAX_STATEMENT_MS = 300_000;
/** Rows of a statement, about. */
const ROWS_OF_STEP = 2_000;

const originOf = ({ actorId, actor, via, address, requestId }: ImportActor): AuditOrigin => ({
  actorId,
  actor,
  via: via as AuditOrigin['via'],
  address,
  requestId,
});

/** Reads and compares in the thread; a failure of the file is a result. */
async function compareFile(
  { db, onProgress }: ExecuteNeeds,
  { run, thread, file }: ReadRun,
): Promise<ComparedFile> {
  onProgress({ step: 'comparing', done: 0, total: file.lines });
  for await (const rows of inventoryRows(db, file)) await thread.request('rows', rows);
  const options = { mode: run.mode, removeMissing: run.remove_missing };
  return thread.request('compare', { options, reach: run.actor, removalPercent: run.removal_percent });
}

const readResult = (file: ReadFile) => ({
  source: file.source,
  mapping: file.mapping,
  contents: [...file.contents],
  lines: file.lines,
  clients: [...file.clients],
});

const comparedResult = (file: ReadFile, compared: ComparedFile) => ({
  ...readResult(file),
  counts: compared.counts,
  changes: compared.changes,
  faults: compared.faults,
  lines_in_error: compared.linesInError,
});

/** Ids of the customers in the file whose data the run shows. */
async function customerIds(
  db: Db | Tx,
  { allCustomers, customers }: ImportActor,
  clients: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('customer')
    .select('id')
    .where(sql<boolean>`lower(client_id) = ANY (${clients.map((id) => id.toLowerCase())}::text[])`)
    .execute();
  return rows.map(({ id }) => id).filter((id) => allCustomers || customers.includes(id));
}

interface ReadRun {
  readonly run: ImportRunRow;
  readonly thread: ThreadClient;
  readonly file: ReadFile;
}

/** Stores the difference; nothing changes. */
async function plan(needs: ExecuteNeeds, { run, thread, file }: ReadRun): Promise<void> {
  const compared = await compareFile(needs, { run, thread, file });
  const result = await thread.request('result', { language: run.actor.language, isApplied: false });
  const customer_ids = await customerIds(needs.db, run.actor, file.clients);
  await needs.db.transaction().execute(async (tx) => {
    await storeFile(tx, { run: run.id, kind: 'result' }, result);
    await needs.store.end(
      run,
      { state: 'ready', ...comparedResult(file, compared), customer_ids, failure: null },
      tx,
    );
  });
}

async function lockInventory(tx: Tx): Promise<void> {
  await sql`SET LOCAL statement_timeout = ${sql.lit(MAX_STATEMENT_MS)}`.execute(tx);
  // No other transaction adds or changes elements between the comparison and the commit; readers continue.
  await sql`LOCK TABLE network_element IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** The inventory has changed between the comparison and the transaction. */
class StaleError extends Error {}

/** A comparison that changes keep overtaking is given up. */
const MAX_COMPARISONS = 5;

interface ComparedRun extends ReadRun {
  readonly compared: ComparedFile;
  readonly digest: string;
  readonly result: Uint8Array;
}

/** Writes what was compared, in one transaction: all of it or nothing. Throws StaleError. */
async function write(
  needs: ExecuteNeeds,
  { run, thread, file, compared, digest, result }: ComparedRun,
): Promise<void> {
  await numberElements(needs.db, thread, compared);
  const undone = await thread.request('undo', null);
  const { counts } = compared;
  const total = Math.ceil((counts.added + counts.changed) / ROWS_OF_STEP) + 1;
  const onProgress = (done: number): void => {
    needs.onProgress({ step: 'writing', done: Math.min(done, total), total });
  };
  onProgress(0);
  await needs.db.transaction().execute(async (tx) => {
    await lockInventory(tx);
    if ((await inventoryDigest(tx, file)) !== digest) throw new StaleError();
    const removed = await writeImport({ tx, thread, onProgress }, compared.removed);
    const deleted = await compressed(removed.map((rows) => `${JSON.stringify(rows)}\n`));
    await storeFile(tx, { run: run.id, kind: 'result' }, result);
    // Two gzip members after each other are one file (RFC 1952, §2.2).
    await storeFile(tx, { run: run.id, kind: 'undo' }, Buffer.concat([undone, deleted]));
    const audit = needs.auditOf(originOf(run.actor));
    await auditImport({ tx, thread }, audit, { run: run.id, name: run.name, counts });
    const imported = {
      ...comparedResult(file, compared),
      customer_ids: await customerIds(tx, run.actor, file.clients),
      lines_imported: file.lines - compared.linesInError,
      failure: null,
    };
    await settleSchedule(tx, run, { outcome: 'imported', failure: null });
    await needs.store.end(run, { state: 'finished', ...imported }, tx);
  });
}

interface HeldRun extends Pick<ComparedRun, 'run' | 'file' | 'result'> {
  readonly compared: ComparedFile & { readonly held: CustomerRemoval };
}

/** Stores the difference for a person to decide: the file lacks too much of what is stored. */
async function hold(needs: ExecuteNeeds, { run, file, compared, result }: HeldRun): Promise<void> {
  const failure = heldFailure(run, compared.held);
  const customer_ids = await customerIds(needs.db, run.actor, file.clients);
  await needs.db.transaction().execute(async (tx) => {
    await storeFile(tx, { run: run.id, kind: 'result' }, result);
    await needs.auditOf(originOf(run.actor))(tx, {
      action: 'import.hold',
      subject: 'import',
      subjectId: run.id,
      subjectName: run.name,
      note: { counts: compared.counts, ...failure.params },
    });
    await settleSchedule(tx, run, { outcome: 'held', failure });
    await needs.store.end(
      run,
      { state: 'held', ...comparedResult(file, compared), customer_ids, failure },
      tx,
    );
  });
  await needs.onHeld(run, failure);
}

/** Compares and writes. A file that is rejected in full writes nothing. */
async function applyOnce(needs: ExecuteNeeds, read: ReadRun): Promise<void> {
  const { run, thread, file } = read;
  const digest = await inventoryDigest(needs.db, file);
  const compared = await compareFile(needs, read);
  const isRejected = run.mode === 'file' && compared.linesInError > 0;
  const isApplied = !isRejected && compared.held === undefined;
  const result = await thread.request('result', { language: run.actor.language, isApplied });
  if (!isRejected && compared.held !== undefined) {
    const { held } = compared;
    return hold(needs, { run, file, compared: { ...compared, held }, result });
  }
  if (!isRejected) return write(needs, { ...read, compared, digest, result });
  const customer_ids = await customerIds(needs.db, run.actor, file.clients);
  const failure: ImportFailure = { code: 'IMPORT_FAILED' };
  return needs.db.transaction().execute(async (tx) => {
    await storeFile(tx, { run: run.id, kind: 'result' }, result);
    await settleSchedule(tx, run, { outcome: 'failed', failure });
    await needs.store.end(
      run,
      { state: 'failed', ...comparedResult(file, compared), customer_ids, failure },
      tx,
    );
  });
}

async function apply(needs: ExecuteNeeds, read: ReadRun): Promise<void> {
  for (let comparison = 1; ; comparison += 1)
    try {
      await applyOnce(needs, read);
      return;
    } catch (error) {
      if (!(error instanceof StaleError) || comparison === MAX_COMPARISONS) throw error;
    }
}

async function undo(needs: ExecuteNeeds, run: ImportRunRow): Promise<void> {
  const content = await readStoredFile(needs.db, { run: run.id, kind: 'undo' });
  if (content === undefined) throw new ProblemError('IMPORT_RESULT_UNREADABLE');
  const lines = uncompressed(content).toString('utf8').split('\n');
  const written = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as WrittenRows);
  // It would delete or change customers.
  if (!run.actor.mayChangeCustomers && written.some(({ table }) => table === 'customer'))
    throw new ProblemError('EVERY_CUSTOMER_REQUIRED');
  needs.onProgress({ step: 'writing', done: 0, total: written.length });
  await needs.db.transaction().execute(async (tx) => {
    await lockInventory(tx);
    await undoWritten(tx, written);
    const { added, changed, removed } = run.counts;
    await needs.auditOf(originOf(run.actor))(tx, {
      action: 'import.undo',
      subject: 'import',
      subjectId: run.id,
      subjectName: run.name,
      before: { added, changed, removed },
      after: { added: 0, changed: 0, removed: 0 },
    });
    await logUndone(tx, run.id);
    await needs.store.end(run, { state: 'undone', failure: null }, tx);
  });
}

async function readAndExecute(needs: ExecuteNeeds, run: ImportRunRow, thread: ThreadClient): Promise<void> {
  needs.onProgress({ step: 'reading', done: 0, total: run.byte_count });
  const content = await readStoredFile(needs.db, { run: run.id, kind: 'source' });
  if (content === undefined) throw new ProblemError('IMPORT_RESULT_UNREADABLE');
  const file = await thread.request('read', { content, mapping: run.mapping });
  const [first] = file.faults;
  if (first !== undefined) {
    const result: ImportRunResult = {
      state: 'failed',
      ...readResult(file),
      faults: file.faults,
      changes: [],
      failure: { code: first.code, ...(first.params && { params: first.params }) },
    };
    await needs.db.transaction().execute(async (tx) => {
      if (run.removal_percent !== null)
        await settleSchedule(tx, run, { outcome: 'failed', failure: result.failure ?? null });
      await needs.store.end(run, result, tx);
    });
    return;
  }
  await (run.task === 'apply' ? apply : plan)(needs, { run, thread, file });
}

/** Executes a claimed run. Throws when the run is lost or a store fails: nothing has changed then. */
export async function executeImport(needs: ExecuteNeeds, run: ImportRunRow): Promise<void> {
  const thread = run.task === 'undo' ? undefined : new ThreadClient();
  try {
    await (thread === undefined ? undo(needs, run) : readAndExecute(needs, run, thread));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    // What could not be taken back is still what was imported.
    await needs.store.end(run, { state: run.task === 'undo' ? 'finished' : 'failed', failure });
  } finally {
    await thread?.close();
  }
}

function failureOf(error: unknown): ImportFailure | undefined {
  if (error instanceof UnreadableFileError) return { code: error.code, params: { ...error.params } };
  return error instanceof ProblemError ? { code: error.code } : undefined;
}

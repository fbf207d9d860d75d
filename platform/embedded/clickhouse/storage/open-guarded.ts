import { setTimeout } from 'node:timers/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#platform/clock/system-clock.ts';
import { limitsOf, readDiskSpace } from '#platform/disk/disk-watch.ts';
import type { Log } from '#platform/log/log.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { openEngine, type ClickHouseEngine, type Outcome } from '../engine.ts';
import { toClickHouseFailure } from '../failure.ts';
import { repairDeduplicationLogs } from '../repair.ts';
import type { QueryRequest } from '../request.ts';
import { writeServerConfiguration } from '../server-configuration.ts';
import { AwaitedInserts, type AwaitNeeds } from './awaited-inserts.ts';
import { evidenceOf } from './damage-evidence.ts';
import { DamageNote, type DamagedPart, type NotedPart } from './damage-note.ts';
import { DamageReport } from './damage-report.ts';
import { brokenFolders, settleBrokenParts, type BrokenPart } from './detached-parts.ts';
import { InsertGate } from './insert-gate.ts';
import { InsertNote } from './insert-note.ts';
import type { RowsOf } from './part-check.ts';
import { RollupRepair } from './rollup-repair.ts';
import { StorageGuard } from './storage-guard.ts';

/**
 * Share of the reserve at which inserts and merges stop. Intake stops at the whole reserve: what the streams hold then is still stored, in less
 * space, and expired partitions are still dropped.
 */
const FLOOR_SHARE = 0.5;
/** Time for the log to be written before the process ends. */
const LAST_WORDS_MS = 200;
/** Time in which evidence of damage is read before the process ends without. */
const EVIDENCE_MS = 5_000;

const ownRequest: QueryRequest = {
  id: 'storage-guard',
  query: '',
  database: undefined,
  defaultFormat: undefined,
  settings: [],
  parameters: [],
  waitEndOfQuery: false,
  compress: false,
};

const rowsOf =
  (engine: ClickHouseEngine): RowsOf =>
  async (sql) => {
    const { bytes } = await engine.run(ownRequest, sql, 'JSONEachRow');
    return new TextDecoder()
      .decode(bytes)
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  };

/** Opens the engine; again, if it detached parts: their tokens are struck before the writer repeats their inserts. */
async function openRepaired(directory: string, configuration: string, log: Log): Promise<ClickHouseEngine> {
  const repair = (): void => {
    const blocks = repairDeduplicationLogs(directory);
    if (blocks > 0) log.warn({ blocks }, 'deduplication log repaired');
  };
  const before = new Set(brokenFolders(directory));
  repair();
  const engine = openEngine(directory, configuration);
  if (brokenFolders(directory).every((folder) => before.has(folder))) return engine;
  await engine.close();
  repair();
  return openEngine(directory, configuration);
}

/** What the note says of a part from now on: nothing, once it is restored. */
function notedOf(before: readonly NotedPart[], part: BrokenPart): readonly NotedPart[] {
  if (part.state === 'restored') return [];
  const lost = before.find(({ folder, isLost }) => isLost && folder === part.folder);
  if (lost !== undefined) return [lost];
  const { database, table, part: name, ids, folder, state } = part;
  const isLost = state === 'lost';
  return [
    {
      database,
      table,
      part: name,
      rows: isLost ? part.lostRows : part.rows,
      ids: [...ids],
      sources: [],
      folder,
      isLost,
    },
  ];
}

/** Settles what the start has detached, and returns the parts by what has become of them. */
async function settleDamage(
  rows: RowsOf,
  note: DamageNote,
  report: DamageReport,
): Promise<{ readonly lost: readonly BrokenPart[]; readonly awaited: readonly BrokenPart[] }> {
  const broken = await settleBrokenParts(rows, note.parts);
  note.replace(broken.flatMap((part) => notedOf(note.parts, part)));
  const of = (state: BrokenPart['state']): readonly BrokenPart[] =>
    broken.filter((part) => part.state === state);
  report.restored(of('restored'));
  report.awaited(of('awaited'));
  report.lost(of('lost'));
  return { lost: of('lost'), awaited: of('awaited') };
}

/** Runs an insert and notes its token before and after. */
async function noted(
  inserts: InsertNote,
  { settings }: QueryRequest,
  insert: () => Promise<Outcome>,
): Promise<Outcome> {
  const [, token] = settings.find(([name]) => name === 'insert_deduplication_token') ?? [];
  if (token === undefined) return insert();
  inserts.begin(token);
  try {
    const outcome = await insert();
    inserts.confirm(token);
    return outcome;
  } catch (error) {
    inserts.fail(token, toClickHouseFailure(error).code);
    throw error;
  }
}

interface DamageNeeds {
  readonly rows: RowsOf;
  readonly note: DamageNote;
  readonly report: DamageReport;
  readonly log: Log;
}

/** Ends the process: only a start detaches what is damaged, and an orderly end would remove the parts before the merges. */
const end = (): boolean => process.kill(process.pid, 'SIGKILL');

/** Notes damaged parts, with what shows later whether their rows are there again, and ends the process. */
function endDamaged(parts: readonly DamagedPart[], { rows, note, report, log }: DamageNeeds): void {
  note.add(parts.map((part) => ({ ...part, ids: [], sources: [], isLost: false })));
  report.found(parts);
  void setTimeout(EVIDENCE_MS).then(end);
  void evidenceOf(rows, parts)
    .then((evidence) => {
      note.add(evidence);
    })
    .catch((error: unknown) => {
      log.warn({ err: error }, 'parts not checked');
    })
    .then(() => setTimeout(LAST_WORDS_MS))
    .then(end);
}

/** What is noted and said once it is decided what has become of an awaited insert. */
function decisions(note: DamageNote, report: DamageReport): Pick<AwaitNeeds, 'onRestored' | 'onLost'> {
  const change = (folder: string, after: readonly NotedPart[]): void => {
    note.replace([...note.parts.filter((part) => part.folder !== folder), ...after]);
  };
  return {
    onRestored(part) {
      change(part.folder, []);
      report.restored([part]);
    },
    onLost(part) {
      change(part.folder, notedOf([], part));
      report.lost([part]);
    },
  };
}

/** Runs what writes, and resolves when what it has written is complete on the disk. */
function completing(guard: StorageGuard): <Outcome>(work: () => Promise<Outcome>) => Promise<Outcome> {
  return async (work) => {
    const mark = guard.mark();
    try {
      const outcome = await work();
      await guard.confirm(mark);
      return outcome;
    } catch (error) {
      // What it could not check is checked with the next insert.
      await guard.fail(mark, toClickHouseFailure(error).code).catch(() => undefined);
      throw error;
    }
  };
}

interface GuardedOptions {
  readonly directory: string;
  /** Free space below which intake stops, 0: automatic. */
  readonly reserveBytes: number;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly signal: AbortSignal;
}

/** Opens the data directory with what keeps a full disk from damaging it, and settles what was damaged before. */
export async function openGuardedEngine({
  directory,
  reserveBytes,
  log,
  metrics,
  signal,
}: GuardedOptions): Promise<ClickHouseEngine> {
  const parent = join(directory, '..');
  const space = await readDiskSpace(parent);
  const floorBytes = Math.floor(
    limitsOf(space, { reserveBytes, warningBytes: 0 }).reserveBytes * FLOOR_SHARE,
  );
  const configuration = writeServerConfiguration(`${directory}-server`, floorBytes);
  const isNew = !existsSync(directory);
  const engine = await openRepaired(directory, configuration, log);
  const rows = rowsOf(engine);
  const note = new DamageNote(join(`${directory}-server`, 'damaged-parts.json'));
  const report = new DamageReport(log, metrics);
  const { lost, awaited } = await settleDamage(rows, note, report);
  const inserts = new InsertNote(join(`${directory}-server`, 'inserts.json'), isNew);
  const gate = new InsertGate();
  const guard = new StorageGuard({
    floorBytes,
    space: () => readDiskSpace(parent),
    rows,
    clock: systemClock,
    log,
    uncheckedSinceMs: note.uncheckedSinceMs,
    onUnchecked(sinceMs) {
      note.unchecked(sinceMs);
    },
    onDamage(parts) {
      endDamaged(parts, { rows, note, report, log });
    },
  });
  const paused = metrics.gauge({
    name: 'telltale_embedded_clickhouse_writes_paused',
    help: '1 while inserts and merges wait for free space',
  });
  metrics.beforeText(() => {
    paused.set(guard.isPaused ? 1 : 0);
  });
  await guard.start(signal);
  const complete = completing(guard);
  const repair = { rows, gate, inserts, log, complete, clock: systemClock };
  const onDerived = (parts: readonly BrokenPart[]): void => {
    report.left(parts);
  };
  void new AwaitedInserts({ awaited, rows, inserts, clock: systemClock, ...decisions(note, report) })
    .decided(signal)
    .then((more) => {
      if (signal.aborted) return;
      const needs = { ...repair, lost: [...lost, ...more], onDerived, isPaused: () => guard.isPaused };
      new RollupRepair(needs).start(signal);
    })
    .catch((error: unknown) => {
      log.error({ err: error }, 'lost rows not derived');
    });
  return {
    ...engine,
    insert: (request, sql) =>
      gate.pass(() => noted(inserts, request, () => complete(() => engine.insert(request, sql)))),
  };
}

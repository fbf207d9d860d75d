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
import { DamageNote } from './damage-note.ts';
import { brokenFolders, settleBrokenParts, type BrokenPart } from './detached-parts.ts';
import { InsertGate } from './insert-gate.ts';
import { InsertNote } from './insert-note.ts';
import { RollupRepair } from './rollup-repair.ts';
import { StorageGuard, type RowsOf } from './storage-guard.ts';

/**
 * Share of the reserve at which inserts and merges stop. Intake stops at the whole reserve: what the streams hold then is still stored, in less
 * space, and expired partitions are still dropped.
 */
const FLOOR_SHARE = 0.5;
/** Parts named in one line of the log. */
const NAMED_PARTS = 20;
/** Time for the log to be written before the process ends. */
const LAST_WORDS_MS = 200;

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

const nameOf = ({ table, part }: { readonly table: string; readonly part: string }): string =>
  `${table}/${part}`;
const sumOf = (parts: readonly BrokenPart[], field: 'rows' | 'lostRows'): number =>
  parts.reduce((sum, part) => sum + (part[field] ?? 0), 0);

function logBroken(parts: readonly BrokenPart[], log: Log): void {
  const restored = parts.filter(({ state }) => state !== 'lost');
  const lost = parts.filter(({ state }) => state === 'lost');
  if (restored.length > 0)
    log.warn(
      {
        parts: restored.slice(0, NAMED_PARTS).map(nameOf),
        count: restored.length,
        rows: sumOf(restored, 'rows'),
      },
      'damaged parts restored',
    );
  for (const { table, part, partition, firstBlock, lastBlock, lostRows } of lost.slice(0, NAMED_PARTS))
    log.error(
      { table, part, partition, firstBlock, lastBlock, rows: lostRows ?? 'unknown' },
      'rows of a damaged part lost',
    );
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

const brokenFigures = (metrics: Metrics) => ({
  lostParts: metrics.gauge({
    name: 'telltale_embedded_clickhouse_lost_parts',
    help: 'Damaged parts whose rows are nowhere else; their folders are in detached/',
  }),
  lostRows: metrics.gauge({
    name: 'telltale_embedded_clickhouse_lost_rows',
    help: 'Rows of damaged parts that are nowhere else, as far as something says how many',
  }),
  restoredParts: metrics.gauge({
    name: 'telltale_embedded_clickhouse_restored_parts',
    help: 'Damaged parts replaced at this start by those before their merge, or by a repeated insert',
  }),
  paused: metrics.gauge({
    name: 'telltale_embedded_clickhouse_writes_paused',
    help: '1 while inserts and merges wait for free space',
  }),
});

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
  const broken = await settleBrokenParts(rows, note.read());
  logBroken(broken, log);
  note.write([]);
  const figures = brokenFigures(metrics);
  const lost = broken.filter(({ state }) => state === 'lost');
  const showLost = (parts: readonly BrokenPart[]): void => {
    figures.lostParts.set(parts.length);
    figures.lostRows.set(sumOf(parts, 'lostRows'));
  };
  showLost(lost);
  figures.restoredParts.set(broken.length - lost.length);
  const inserts = new InsertNote(join(`${directory}-server`, 'inserts.json'), isNew);
  const gate = new InsertGate();
  const guard = new StorageGuard({
    floorBytes,
    space: () => readDiskSpace(parent),
    rows,
    clock: systemClock,
    log,
    onDamage(parts) {
      note.write(parts);
      log.error(
        { parts: parts.slice(0, NAMED_PARTS).map(nameOf), count: parts.length },
        'parts damaged by a full disk',
      );
      // An orderly end would remove the parts before the merges.
      void setTimeout(LAST_WORDS_MS).then(() => process.kill(process.pid, 'SIGKILL'));
    },
  });
  metrics.beforeText(() => {
    figures.paused.set(guard.isPaused ? 1 : 0);
  });
  await guard.start(signal);
  /** Resolves when what the work has written is complete on the disk. */
  const complete = async <Outcome>(work: () => Promise<Outcome>): Promise<Outcome> => {
    const mark = guard.mark();
    const outcome = await work();
    await guard.confirm(mark);
    return outcome;
  };
  const repair = { lost, rows, gate, inserts, log, complete, clock: systemClock, onDerived: showLost };
  new RollupRepair({ ...repair, isPaused: () => guard.isPaused }).start(signal);
  return {
    ...engine,
    insert: (request, sql) =>
      gate.pass(() => noted(inserts, request, () => complete(() => engine.insert(request, sql)))),
  };
}

import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { rollupSteps } from '#schemas/table/stream/rollup-steps.ts';
import { inTime } from '../clock/in-time.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { ClickHouse } from './clickhouse-client.ts';

/** What a replica is requested for before each statement takes milliseconds; longer, another one is used. */
const STATE_MS = 5_000;

/** One of several servers with the same tables. */
export interface Replica {
  readonly server: ClickHouse;
  /** The same with connections of its own: checks do not wait for long queries. */
  readonly checks: ClickHouse;
}

/** The tables whose rows are replicated; one in memory is not. */
const replicated: readonly string[] = clickhouseTables
  .filter(({ engine }) => engine.includes('MergeTree'))
  .map(({ name }) => name);

/** A table and the rollups that its views fill, in the order in which an insert reaches them. */
export function tablesOfInsert(table: string): readonly string[] {
  const reached = [table];
  for (const { name, from } of clickhouseTables)
    if (from !== undefined && reached.includes(from.table)) reached.push(name);
  return reached;
}

/** Rejects what takes too long: a replica that hangs is as good as none. */
export const fromReplica = <Value>(value: Promise<Value>, withinMs = STATE_MS): Promise<Value> =>
  inTime(value, { clock: systemClock, withinMs });

/** How the replicas of some tables are, as one of them sees it. */
interface InsertState {
  /** How many of the tables are replicated. */
  readonly tables: number;
  /** Keeper cannot be reached, or has ended the session. */
  readonly isReadOnly: boolean;
  /** Replicas that are alive, of the table that has the fewest, and all, of the table that has the most. */
  readonly active: number;
  readonly total: number;
}

export async function insertState({ checks }: Replica, tables: readonly string[]): Promise<InsertState> {
  const [row] = await fromReplica(
    checks.query<{ tables: number; readOnly: number; active: number; total: number }>(
      `SELECT count() AS tables, max(is_readonly OR is_session_expired OR zookeeper_exception != '') AS readOnly,
        min(active_replicas) AS active, max(total_replicas) AS total
      FROM system.replicas WHERE database = currentDatabase() AND table IN {tables:Array(String)}`,
      { tables },
    ),
  );
  const { tables: found = 0, readOnly = 0, active = 0, total = 0 } = row ?? {};
  return { tables: found, isReadOnly: readOnly !== 0, active, total };
}

/** Resolves when the replica has every row of these tables that was inserted anywhere before. */
export async function receiveRows({ checks }: Replica, tables: readonly string[]): Promise<void> {
  const seconds = Math.ceil(STATE_MS / 1_000);
  await fromReplica(
    Promise.all(
      tables.map((table) =>
        // LIGHTWEIGHT: merges are not waited for. The time limit is that of the statement, despite its name.
        checks.command(`SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT`, {}, { receive_timeout: seconds }),
      ),
    ),
    STATE_MS + 1_000,
  );
}

const OF_DATABASE = 'FROM system.replicas WHERE database = currentDatabase()';

/**
 * Resolves when the replica has every row that was inserted anywhere before the call. Rejects when it cannot know, lacks a table, or
 * is behind.
 */
export async function expectComplete(replica: Replica): Promise<void> {
  const rowsOf = <Row>(columns: string): Promise<readonly Row[]> =>
    fromReplica(replica.checks.query<Row>(`SELECT table, ${columns} ${OF_DATABASE}`));
  // Without a request to Keeper, which takes seconds to fail.
  const states = await rowsOf<{ table: string; readOnly: number }>(
    'is_readonly OR is_session_expired AS readOnly',
  );
  const writable = new Set(states.filter(({ readOnly }) => readOnly === 0).map(({ table }) => table));
  const missing = replicated.find((name) => !writable.has(name));
  if (missing !== undefined)
    throw new Error(`the replica has no table ${missing}, or cannot reach Keeper for it`);
  const logs = await rowsOf<{ table: string; copied: number }>(
    `log_pointer > log_max_index AND zookeeper_exception = '' AS copied`,
  );
  const copied = new Set(logs.filter((one) => one.copied === 1).map(({ table }) => table));
  // After the log: what was copied from it before is in the queue, or done.
  const queues = await rowsOf<{ table: string; inserts: number }>('inserts_in_queue AS inserts');
  const done = new Set(queues.filter(({ inserts }) => inserts === 0).map(({ table }) => table));
  const behind = replicated.filter((name) => !copied.has(name) || !done.has(name));
  if (behind.length > 0) await receiveRows(replica, behind);
}

/** How many parts of hours are stored in memory: they only increase, and a replica that was away has fewer. */
export async function storedSteps({ checks }: Replica): Promise<number> {
  const [row] = await fromReplica(
    checks.query<{ parts: number }>(`SELECT sum(parts) AS parts FROM ${rollupSteps.name}`),
  );
  return row?.parts ?? 0;
}

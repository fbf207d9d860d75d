import { clickhouseTables } from '#schemas/table/clickhouse.ts';
import { rollupSteps } from '#schemas/table/stream/rollup-steps.ts';
import type { ClickHouse } from './clickhouse.ts';

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
export async function soon<Value>(value: Promise<Value>, withinMs = STATE_MS): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`the replica did not respond within ${String(withinMs)} ms`));
    }, withinMs);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** How the replicas of some tables are, as one of them sees it. */
export interface InsertState {
  /** How many of the tables are replicated. */
  readonly tables: number;
  /** Keeper cannot be reached, or has ended the session. */
  readonly isReadOnly: boolean;
  /** Replicas that are alive, and all, of the table that has the fewest. */
  readonly active: number;
  readonly total: number;
}

export async function insertState({ checks }: Replica, tables: readonly string[]): Promise<InsertState> {
  const [row] = await soon(
    checks.query<{ tables: number; readOnly: number; active: number; least: number; most: number }>(
      `SELECT count() AS tables, max(is_readonly OR is_session_expired OR zookeeper_exception != '') AS readOnly,
        min(active_replicas) AS active, min(total_replicas) AS least, max(total_replicas) AS most
      FROM system.replicas WHERE database = currentDatabase() AND table IN {tables:Array(String)}`,
      { tables },
    ),
  );
  const { tables: found = 0, readOnly = 0, active = 0, most = 0 } = row ?? {};
  return { tables: found, isReadOnly: readOnly !== 0, active, total: most };
}

/** Resolves when the replica has every row of these tables that was inserted anywhere before. */
export async function receiveRows({ checks }: Replica, tables: readonly string[]): Promise<void> {
  const seconds = Math.ceil(STATE_MS / 1_000);
  await soon(
    Promise.all(
      tables.map((table) =>
        // LIGHTWEIGHT: merges are not waited for. The time limit is that of the statement, despite its name.
        checks.command(`SYSTEM SYNC REPLICA ${table} LIGHTWEIGHT`, {}, { receive_timeout: seconds }),
      ),
    ),
    STATE_MS + 1_000,
  );
}

interface ReplicaTable {
  readonly table: string;
  /** Every entry of the log was copied into the queue of the replica. */
  readonly pulled: number;
  readonly readOnly: number;
}

/**
 * Resolves when the replica has every row that was inserted anywhere before the call. Rejects when it cannot know, lacks a table, or
 * is behind.
 */
export async function expectComplete(replica: Replica): Promise<void> {
  const { checks } = replica;
  const tables = await soon(
    checks.query<ReplicaTable>(
      `SELECT table, log_pointer > log_max_index AS pulled,
        is_readonly OR is_session_expired OR zookeeper_exception != '' AS readOnly
      FROM system.replicas WHERE database = currentDatabase()`,
    ),
  );
  const byName = new Map(tables.map((one) => [one.table, one]));
  const missing = replicated.find((name) => byName.get(name)?.readOnly !== 0);
  if (missing !== undefined)
    throw new Error(`the replica has no table ${missing}, or cannot reach Keeper for it`);
  // A second statement: in the first one the queue is read before the log.
  const waiting = await soon(
    checks.query<{ table: string }>(
      'SELECT table FROM system.replicas WHERE database = currentDatabase() AND inserts_in_queue > 0',
    ),
  );
  const isWaiting = new Set(waiting.map(({ table }) => table));
  const behind = replicated.filter((name) => byName.get(name)?.pulled !== 1 || isWaiting.has(name));
  if (behind.length > 0) await receiveRows(replica, behind);
}

/** How many parts of hours are stored in memory: they only increase, and a replica that was away has fewer. */
export async function storedSteps({ checks }: Replica): Promise<number> {
  const [row] = await soon(
    checks.query<{ parts: number }>(`SELECT sum(parts) AS parts FROM ${rollupSteps.name}`),
  );
  return row?.parts ?? 0;
}

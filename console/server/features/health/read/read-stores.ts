import { sql } from 'kysely';
import type { Bus } from '#platform/bus/bus.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import { streams, tableOfStream, type StreamKey } from '#schemas/bus/stream.ts';

/** What ClickHouse says of itself. */
export interface ClickHouseFacts {
  /** Of the tables that streams are written to. */
  readonly rows: Readonly<Record<string, number>>;
  readonly usedBytes: number;
  readonly parts: number;
  /** Most parts in one partition of a table: inserts are delayed from 1,000 on. */
  readonly mostParts: number;
  readonly merges: number;
  /** Its clock minus that of the server, milliseconds. */
  readonly offsetMs: number;
}

interface PartRow {
  readonly table: string;
  readonly rows: number;
  readonly bytes: number;
  readonly parts: number;
  readonly most: number;
}

/** Half of a longer way would be taken for a difference of the clocks. */
const MAX_WAY_MS = 1_000;

/** The clock of a store minus the own one, in the middle of the request; 0 when the request took too long. */
const offsetOf = (storeMs: number, beforeMs: number, afterMs: number): number =>
  afterMs - beforeMs > MAX_WAY_MS ? 0 : storeMs - (beforeMs + afterMs) / 2;

export async function readClickHouse(clickhouse: ClickHouse, clock: Clock): Promise<ClickHouseFacts> {
  const beforeMs = clock.now().getTime();
  const [now] = await clickhouse.query<{ at: number; merges: number }>(
    `SELECT toUnixTimestamp64Milli(now64(3)) AS at,
      (SELECT count() FROM system.merges WHERE database = currentDatabase()) AS merges`,
  );
  const afterMs = clock.now().getTime();
  const tables = await clickhouse.query<PartRow>(
    `SELECT table, sum(r) AS rows, sum(b) AS bytes, sum(p) AS parts, max(p) AS most FROM (
       SELECT table, partition_id, sum(rows) AS r, sum(bytes_on_disk) AS b, count() AS p
       FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table, partition_id
     ) GROUP BY table`,
  );
  const sum = (of: (row: PartRow) => number): number => tables.reduce((total, row) => total + of(row), 0);
  return {
    rows: Object.fromEntries(
      Object.values(tableOfStream).map((name) => [
        name,
        tables.find(({ table }) => table === name)?.rows ?? 0,
      ]),
    ),
    usedBytes: sum(({ bytes }) => bytes),
    parts: sum(({ parts }) => parts),
    mostParts: Math.max(0, ...tables.map(({ most }) => most)),
    merges: now?.merges ?? 0,
    offsetMs: offsetOf(now?.at ?? beforeMs, beforeMs, afterMs),
  };
}

/** What PostgreSQL says of itself. */
export interface PostgresFacts {
  readonly sizeBytes: number;
  readonly connections: number;
  readonly maxConnections: number;
  readonly offsetMs: number;
}

export async function readPostgres(db: Db, clock: Clock): Promise<PostgresFacts> {
  const beforeMs = clock.now().getTime();
  const { rows } = await sql<{ at: number; size: number; used: number; most: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::double precision AS at,
      pg_database_size(current_database()) AS size,
      (SELECT count(*) FROM pg_stat_activity) AS used, current_setting('max_connections')::integer AS most`.execute(
    db,
  );
  const [row] = rows;
  return {
    sizeBytes: row?.size ?? 0,
    connections: row?.used ?? 0,
    maxConnections: row?.most ?? 0,
    offsetMs: offsetOf(row?.at ?? beforeMs, beforeMs, clock.now().getTime()),
  };
}

/** A stream as NATS describes it. */
export type StreamFacts = Awaited<ReturnType<Bus['streamState']>>;

/** Every stream that can be read, by name: one that is missing hides no other. Rejects when none can be read. */
export async function readStreams(
  bus: Pick<Bus, 'streamState'>,
): Promise<ReadonlyMap<StreamKey, StreamFacts>> {
  const keys = Object.keys(streams) as StreamKey[];
  const read = await Promise.allSettled(
    keys.map(async (key) => [key, await bus.streamState(streams[key].name)] as const),
  );
  const found = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = read.find((one) => one.status === 'rejected');
  if (found.length === 0 && failed !== undefined) throw failed.reason;
  return new Map(found);
}

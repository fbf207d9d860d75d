import { isDeepStrictEqual } from 'node:util';
import { openClickHouse, type ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { systemClock } from '#platform/clock/system-clock.ts';
import { buckets, streams, subjectOf } from '#schemas/bus/stream.ts';
import { until } from '#tests/fixtures/eventually.ts';
import { startWriter } from '#tests/fixtures/process/writer-process.ts';
import { flowMessage, flowTotals, sameEverywhere } from '#tests/fixtures/writer-rows.ts';
import { openBusOnly } from '#tests/store/stack.ts';
import type { ClickHousePair } from './clickhouse-pair.ts';

const ROWS = 250;
/** 2,500 rows a second. */
const PAUSE_MS = 100;
const READ_MS = 100;
/** A replica that was away receives what it missed, on a busy machine. */
const RETURN_MS = 300_000;
const PARTITIONS = 2;
const TABLES = ['flows', 'flows_5m', 'flows_1h', 'flows_1d'];

const sumTo = (count: number): number => (count * (count - 1)) / 2;

/** The hash of all rows in order: of rollups as if they were merged. */
async function hashOf(server: ClickHouse, table: string): Promise<string | undefined> {
  const keys = `customer, at, site, exporter, in_interface, out_interface, source_site, destination_site, application, protocol, dscp,
    direction, duplicate`;
  const rows =
    table === 'flows'
      ? 'SELECT tuple(*) AS row FROM flows'
      : `SELECT tuple(${keys}, sum(bytes), sum(packets), sum(flows)) AS row FROM ${table} GROUP BY ${keys}`;
  const [found] = await server.query<{ hash: string }>(
    `SELECT toString(cityHash64(groupArray(hash))) AS hash FROM (SELECT cityHash64(row) AS hash FROM (${rows}) ORDER BY hash)`,
  );
  return found?.hash;
}

interface WritingParts {
  readonly broker: Awaited<ReturnType<typeof openBusOnly>>;
  readonly writer: ReturnType<typeof startWriter>;
  /** Of each, another replica is the first. */
  readonly readers: readonly ClickHouse[];
  readonly servers: readonly ClickHouse[];
}

/** A writer on a database of its own under load, and readers that compare what they read with what was confirmed. */
export class ReplicatedWriting {
  readonly #parts: WritingParts;
  #published = 0;
  #isLoaded = true;
  #isRead = true;
  #reads = 0;
  readonly #holes: string[] = [];
  #loading: Promise<void>;
  readonly #reading: Promise<unknown>;

  private constructor(parts: WritingParts) {
    this.#parts = parts;
    this.#loading = this.#load();
    this.#reading = Promise.all(parts.readers.map((reader, at) => this.#read(reader, at)));
  }

  /** Of a database that has its tables. */
  static async start(pair: ClickHousePair, { name, url }: { readonly name: string; readonly url: string }) {
    const broker = await openBusOnly();
    await broker.bus.ensureStreams(Object.values(streams));
    const writer = startWriter({ CLICKHOUSE_URL: url, NATS_URL: broker.url });
    await writer.started;
    const readers = [url, pair.reverseUrl(name)].map((one) => openClickHouse(one));
    const servers = [...Array(pair.size).keys()].map((at) => pair.replica(at, name));
    return new ReplicatedWriting({ broker, writer, readers, servers });
  }

  /** Rows so far. */
  get published(): number {
    return this.#published;
  }

  /** Reads so far, of all readers. */
  get reads(): number {
    return this.#reads;
  }

  async #load(): Promise<void> {
    const publisher = this.#parts.broker.bus.publisher(64);
    while (this.#isLoaded) {
      const first = this.#published;
      const message = { first, count: ROWS, atMs: systemClock.now().getTime() };
      const [sent] = await Promise.all([
        publisher.publish(flowMessage((first / ROWS) % PARTITIONS, message)),
        systemClock.wait(PAUSE_MS),
      ]);
      if (!sent.ok) throw new Error('a message was rejected');
      this.#published += ROWS;
    }
    publisher.close();
  }

  /** Rows that the writer has confirmed, from the positions by which windows are announced as closed. */
  async confirmed(): Promise<number> {
    const positions = await this.#parts.broker.bus.bucket(buckets.positions);
    let messages = 0;
    for (let partition = 0; partition < PARTITIONS; partition += 1) {
      const entry = await positions.get(`${subjectOf('flows', partition)}.writer`);
      const written = entry === undefined ? 0 : Number(new TextDecoder().decode(entry.value));
      // Every second message is of this partition, beginning with sequence 1 of the first one.
      messages += Math.floor((written + PARTITIONS - 1 - partition) / PARTITIONS);
    }
    return messages * ROWS;
  }

  /** Whether all but the last ten seconds of the load were confirmed. */
  async isUpToDate(): Promise<boolean> {
    const isUnderWay = this.#published > 0;
    const goal = this.#published;
    return isUnderWay && (await this.confirmed()) >= goal - (10_000 / PAUSE_MS) * ROWS;
  }

  async #read(reader: ClickHouse, at: number): Promise<void> {
    while (this.#isRead) {
      const confirmed = await this.confirmed();
      // While its replica dies, a read fails; it must not return less than was confirmed.
      const rows = await reader
        .query<{ rows: number; days: number; replica: string }>(
          `SELECT count() AS rows, (SELECT sum(flows) FROM flows_1d) AS days, getMacro('replica') AS replica FROM flows`,
        )
        .catch(() => []);
      for (const one of rows) {
        this.#reads += 1;
        if (one.rows < confirmed || one.days < confirmed)
          this.#holes.push(`reader ${String(at)}: ${JSON.stringify(one)} of ${String(confirmed)}`);
      }
      await systemClock.wait(READ_MS);
    }
  }

  /** The replica that each reader uses. */
  async readersAt(): Promise<readonly string[]> {
    const rows = await Promise.all(
      this.#parts.readers.map((one) =>
        one.query<{ replica: string }>(`SELECT getMacro('replica') AS replica`),
      ),
    );
    return rows.map(([row]) => row?.replica ?? '');
  }

  /** Stops the load until the rows have arrived on each server, and returns what is there. */
  async settle() {
    const { broker, servers } = this.#parts;
    this.#isLoaded = false;
    await this.#loading;
    const rows = this.#published;
    for (const server of servers)
      await until(
        'all rows are there',
        async () => {
          const totals = await flowTotals(server).catch(() => undefined);
          return (totals?.['1d']?.flows ?? 0) >= rows;
        },
        RETURN_MS,
      );
    const [totals, hashes] = await Promise.all([
      Promise.all(servers.map(flowTotals)),
      Promise.all(servers.map((server) => Promise.all(TABLES.map((table) => hashOf(server, table))))),
    ]);
    const letter = await broker.bus.lastMessage(streams.dead.name, 'dead.flows');
    this.#isLoaded = true;
    this.#loading = this.#load();
    return {
      rows,
      result: { totals, areEqual: isDeepStrictEqual(hashes[0], hashes[1]), holes: [...this.#holes], letter },
    };
  }

  /** Throws unless the writer ends as it should. */
  async stop(): Promise<void> {
    const { broker, writer, readers } = this.#parts;
    this.#isLoaded = false;
    this.#isRead = false;
    await Promise.all([this.#loading, this.#reading]);
    const status = await writer.stop();
    await Promise.all(readers.map((one) => one.close()));
    await broker.close();
    if (status !== 0) throw new Error(`the writer ended with ${String(status)}`);
  }
}

/** The result when each row is once in each table of both servers, and no reader has missed a confirmed one. */
export function exactly(rows: number) {
  const totals = sameEverywhere({ flows: rows, bytes: sumTo(rows) });
  return { totals: [totals, totals], areEqual: true, holes: [], letter: undefined };
}

import { systemClock } from '../clock/system-clock.ts';
import type {
  ClickHouse,
  MeasuredColumns,
  Parameters,
  RowBinaryInsert,
  Settings,
} from './clickhouse-client.ts';
import { CurrentReplica } from './current-replica.ts';
import { fromReplica, type Replica } from './replica-state.ts';
import { ReplicatedInserts } from './replicated-inserts.ts';
import { isUnreachable } from './store-error.ts';

type ReadOptions = { readonly settings?: Settings; readonly signal?: AbortSignal };

/**
 * Several replicas of ClickHouse. Reads go to one that has every confirmed row, and are repeated once on another when the connection is
 * lost before the first row.
 */
export class Replicas implements ClickHouse {
  readonly replicas: readonly ClickHouse[];
  readonly #replicas: readonly Replica[];
  readonly #current: CurrentReplica;
  readonly #inserts: ReplicatedInserts;

  constructor(replicas: readonly Replica[]) {
    this.replicas = replicas.map(({ server }) => server);
    this.#replicas = replicas;
    this.#current = new CurrentReplica(replicas, systemClock);
    this.#inserts = new ReplicatedInserts(replicas, systemClock);
  }

  async #read<Value>(read: (replica: ClickHouse) => Promise<Value>): Promise<Value> {
    const first = await this.#current.get();
    try {
      return await read(first.server);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      this.#current.leave(first);
    }
    const second = await this.#current.get();
    return read(second.server);
  }

  async *#readParts<Part>(read: (replica: ClickHouse) => AsyncIterable<Part>): AsyncGenerator<Part> {
    const first = await this.#current.get();
    let hasParts = false;
    try {
      for await (const part of read(first.server)) {
        hasParts = true;
        yield part;
      }
      return;
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      this.#current.leave(first);
      if (hasParts) throw error;
    }
    const second = await this.#current.get();
    yield* read(second.server);
  }

  query<Row>(sql: string, parameters?: Parameters, settings?: Settings): Promise<readonly Row[]> {
    return this.#read((replica) => replica.query<Row>(sql, parameters, settings));
  }

  stream<Row>(sql: string, parameters?: Parameters, settings?: Settings): AsyncIterable<readonly Row[]> {
    return this.#readParts((replica) => replica.stream<Row>(sql, parameters, settings));
  }

  measured(sql: string, parameters?: Parameters, options?: ReadOptions): Promise<MeasuredColumns> {
    return this.#read((replica) => replica.measured(sql, parameters, options));
  }

  rowBinary(sql: string, parameters?: Parameters, options?: ReadOptions): AsyncIterable<Uint8Array> {
    return this.#readParts((replica) => replica.rowBinary(sql, parameters, options));
  }

  /** Runs on one replica: what each of them must have is run on `replicas`. Never repeated. */
  async command(sql: string, parameters?: Parameters, settings?: Settings): Promise<void> {
    const replica = await this.#current.get();
    try {
      await replica.server.command(sql, parameters, settings);
    } catch (error) {
      if (isUnreachable(error)) this.#current.leave(replica);
      throw error;
    }
  }

  insertRowBinary(insert: RowBinaryInsert): Promise<void> {
    return this.#inserts.insert(insert);
  }

  async ping(): Promise<boolean> {
    const responses = await Promise.all(
      this.#replicas.map(({ checks }) => fromReplica(checks.ping()).catch(() => false)),
    );
    return responses.includes(true);
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.flatMap(({ server, checks }) => [server.close(), checks.close()]));
  }
}

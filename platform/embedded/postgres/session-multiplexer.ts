import { errorResponse, message, readyForQuery, cString } from './message.ts';
import { ReplyBuffer } from './reply-buffer.ts';

/** The single session behind all connections. */
export interface Backend {
  /** Runs complete protocol messages; `onData` receives the reply as it arrives. */
  run(bytes: Uint8Array, onData: (data: Uint8Array) => void): Promise<void>;
  /** Runs SQL and discards its reply. */
  sql(text: string): Promise<void>;
}

/** A connection that shares the session. */
export interface SessionClient {
  readonly id: number;
  /** Session settings of the connection as SQL (`SET search_path = …`), empty for none. */
  readonly settings: string;
  /** It checks whether the session works. */
  readonly isLiveness?: boolean;
  /** Sends a piece of a reply; its bytes are valid during the call only. */
  readonly send: (data: Uint8Array) => void;
}

interface Unit {
  readonly client: SessionClient;
  readonly bytes: Uint8Array;
  readonly done: () => void;
}

/** ReadyForQuery (Z, length 5) without a transaction (I), and within one (T). */
const IDLE = Buffer.from([90, 0, 0, 0, 5, 73]);
const IN_TRANSACTION = Buffer.from([90, 0, 0, 0, 5, 84]);
const SYNC = Buffer.from([83, 0, 0, 0, 4]);

function simpleQuery(sql: string): Buffer {
  return message('Q', cString(sql));
}

/** Changes nothing, in whichever transaction it runs. */
const LIVENESS = simpleQuery('SELECT 1');
const isLivenessQuery = ({ client, bytes }: Unit): boolean =>
  client.isLiveness === true && LIVENESS.equals(bytes);

/**
 * Multiplexes connections onto one PostgreSQL session. One unit of work (a simple query, or extended messages up to Sync) runs
 * at a time, so that messages of two connections never mix. A connection with an open transaction keeps the session until the
 * transaction ends; when the connection closes first, the transaction is rolled back. Transactions that a server would run
 * concurrently run one after the other. Whether the session works is also checked between the statements of a long transaction: a
 * session that does its work is not killed.
 */
export class SessionMultiplexer {
  readonly #backend: Backend;
  readonly #onFailure: (error: unknown) => void;
  #queue: Unit[] = [];
  /** The connection with an open transaction or an unfinished extended query. */
  #holder: SessionClient | undefined;
  /** Settings of the last connection; undefined when unknown. */
  #settings: string | undefined = '';
  #busy = false;
  readonly #reply = new ReplyBuffer();

  /** `onFailure`: the session is broken and gives no more replies. */
  constructor(backend: Backend, onFailure: (error: unknown) => void) {
    this.#backend = backend;
    this.#onFailure = onFailure;
  }

  /** Runs a unit of work; resolves when its reply was sent. */
  run(client: SessionClient, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push({ client, bytes, done: resolve });
      this.#work().catch(this.#onFailure);
    });
  }

  /** Cleans up after a closed connection: rolls its transaction back and drops its prepared statements. */
  async disconnect(client: SessionClient, statements: readonly string[]): Promise<void> {
    const successor: SessionClient = { ...client, send: () => undefined };
    if (this.#holder === client) {
      this.#holder = successor;
      // A Sync ends an unfinished extended query.
      await this.run(successor, SYNC);
      await this.run(successor, simpleQuery('ROLLBACK'));
    }
    for (const name of statements) await this.run(successor, simpleQuery(`DEALLOCATE "${name}"`));
  }

  /** Whether other connections wait for this one. */
  holds(client: SessionClient): boolean {
    return this.#holder === client;
  }

  async #work(): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let unit = this.#next(); unit !== undefined; unit = this.#next()) await this.#run(unit);
    } finally {
      this.#busy = false;
    }
  }

  #next(): Unit | undefined {
    const holder = this.#holder;
    const at = holder === undefined ? 0 : this.#queue.findIndex(({ client }) => client === holder);
    return at === -1 ? undefined : this.#queue.splice(at, 1)[0];
  }

  async #run({ client, bytes, done }: Unit): Promise<void> {
    const rejection = this.#holder === undefined ? await this.#prepareFor(client) : undefined;
    if (rejection === undefined) {
      const end = await this.#exchange(client, bytes);
      this.#holder = end.equals(IDLE) ? undefined : client;
      if (end.equals(IN_TRANSACTION)) await this.#respondToLiveness();
    } else client.send(rejection);
    done();
  }

  async #respondToLiveness(): Promise<void> {
    const requested = this.#queue.filter(isLivenessQuery);
    this.#queue = this.#queue.filter((unit) => !requested.includes(unit));
    for (const { client, bytes, done } of requested) {
      await this.#exchange(client, bytes);
      done();
    }
  }

  /** Returns the end of the reply. */
  async #exchange(client: SessionClient, bytes: Uint8Array): Promise<Buffer> {
    let tail = Buffer.alloc(0);
    await this.#backend.run(bytes, (data) => {
      tail = Buffer.concat([tail, data.subarray(-IDLE.length)]).subarray(-IDLE.length);
      this.#reply.add(data, client.send);
    });
    this.#reply.flush(client.send);
    return tail;
  }

  /** Applies the settings of the connection to the session; returns the error response when they are invalid. */
  async #prepareFor(client: SessionClient): Promise<Buffer | undefined> {
    if (client.settings === this.#settings) return undefined;
    this.#settings = undefined;
    try {
      await this.#backend.sql(`RESET ALL;SET TimeZone = 'UTC';${client.settings}`);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      return Buffer.concat([errorResponse('ERROR', '22023', words), readyForQuery('I')]);
    }
    this.#settings = client.settings;
    return undefined;
  }
}

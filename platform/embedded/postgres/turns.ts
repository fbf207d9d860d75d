import { errorResponse, message, readyForQuery, text } from './message.ts';

/** The one session behind all connections. */
export interface Backend {
  /** Runs whole protocol messages; `onData` gets the reply as it comes. */
  run(bytes: Uint8Array, onData: (data: Uint8Array) => void): Promise<void>;
  /** Runs SQL of our own; its reply is dropped. */
  sql(text: string): Promise<void>;
}

/** Who takes turns: a connection. */
export interface Guest {
  readonly id: number;
  /** Settings of the connection as SQL (`SET search_path = …`), empty for none. */
  readonly settings: string;
  readonly send: (data: Uint8Array) => void;
}

interface Unit {
  readonly guest: Guest;
  readonly bytes: Uint8Array;
  readonly done: () => void;
}

/** The end of a reply: whether it says ReadyForQuery with no transaction open (Z, length 5, I). */
const saysIdle = (tail: Buffer): boolean => tail.equals(IDLE);
const IDLE = Buffer.from([90, 0, 0, 0, 5, 73]);
const SYNC = Buffer.from([83, 0, 0, 0, 4]);

function simpleQuery(sql: string): Buffer {
  return message('Q', text(sql));
}

/**
 * Connections take turns on one PostgreSQL session. A turn is one unit of work (a simple query, or extended messages up to
 * Sync), so that messages of two connections never mix. A transaction keeps the turn until it ends; a connection that
 * leaves within one is rolled back. Where a server would let two transactions run side by side, the second waits here.
 */
export class Turns {
  readonly #backend: Backend;
  readonly #onFailure: (error: unknown) => void;
  #queue: Unit[] = [];
  /** Who has a transaction, or an unfinished extended query, open. */
  #holder: Guest | undefined;
  /** Those of the connection that came last; undefined when that is not known. */
  #settings: string | undefined = '';
  #busy = false;

  /** `onFailure`: the session itself is broken, nothing more will be answered. */
  constructor(backend: Backend, onFailure: (error: unknown) => void) {
    this.#backend = backend;
    this.#onFailure = onFailure;
  }

  /** Resolves when the unit was run and its reply handed over. */
  take(guest: Guest, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => {
      this.#queue.push({ guest, bytes, done: resolve });
      this.#work().catch(this.#onFailure);
    });
  }

  /** The connection is closed and takes no more: its transaction is rolled back, its prepared statements are forgotten. */
  async leave(guest: Guest, statements: readonly string[]): Promise<void> {
    const heir: Guest = { ...guest, send: () => undefined };
    if (this.#holder === guest) {
      this.#holder = heir;
      // A Sync ends what was left in the middle of an extended query.
      await this.take(heir, SYNC);
      await this.take(heir, simpleQuery('ROLLBACK'));
    }
    for (const name of statements) await this.take(heir, simpleQuery(`DEALLOCATE "${name}"`));
  }

  /** Whether somebody else would have to wait for this one. */
  holds(guest: Guest): boolean {
    return this.#holder === guest;
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
    const at = holder === undefined ? 0 : this.#queue.findIndex(({ guest }) => guest === holder);
    return at === -1 ? undefined : this.#queue.splice(at, 1)[0];
  }

  async #run({ guest, bytes, done }: Unit): Promise<void> {
    const refusal = this.#holder === undefined ? await this.#prepareFor(guest) : undefined;
    if (refusal === undefined) {
      const idle = await this.#exchange(guest, bytes);
      this.#holder = idle ? undefined : guest;
    } else guest.send(refusal);
    done();
  }

  async #exchange(guest: Guest, bytes: Uint8Array): Promise<boolean> {
    let tail = Buffer.alloc(0);
    await this.#backend.run(bytes, (data) => {
      tail = Buffer.concat([tail, data.subarray(-IDLE.length)]).subarray(-IDLE.length);
      guest.send(data);
    });
    return saysIdle(tail);
  }

  /** Gives the session the settings of the connection; answers the refusal when they are wrong. */
  async #prepareFor(guest: Guest): Promise<Buffer | undefined> {
    if (guest.settings === this.#settings) return undefined;
    this.#settings = undefined;
    try {
      await this.#backend.sql(`RESET ALL;SET TimeZone = 'UTC';${guest.settings}`);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      return Buffer.concat([errorResponse('ERROR', '22023', words), readyForQuery('I')]);
    }
    this.#settings = guest.settings;
    return undefined;
  }
}

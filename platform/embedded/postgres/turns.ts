import { errorResponse, readyForQuery } from './message.ts';

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

/**
 * Connections take turns on one PostgreSQL session. A turn is one unit of work (a simple query, or extended messages up to
 * Sync), so that messages of two connections never mix. A transaction keeps the turn until it ends; a connection that
 * leaves within one is rolled back. Where a server would let two transactions run side by side, the second waits here.
 */
export function takeTurns(backend: Backend) {
  let queue: Unit[] = [];
  /** Who has a transaction, or an unfinished extended query, open. */
  let holder: Guest | undefined;
  let settings = '';
  let busy = false;
  const gone = new Set<number>();

  const nextUnit = (): Unit | undefined => {
    const at = holder === undefined ? 0 : queue.findIndex(({ guest }) => guest === holder);
    return at === -1 ? undefined : queue.splice(at, 1)[0];
  };

  async function prepareFor(guest: Guest): Promise<void> {
    if (guest.settings === settings) return;
    settings = 'unknown';
    await backend.sql(`RESET ALL;SET TimeZone = 'UTC';${guest.settings}`);
    ({ settings } = guest);
  }

  function refuse({ guest, done }: Unit, error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    guest.send(Buffer.concat([errorResponse('ERROR', '22023', words), readyForQuery('I')]));
    done();
  }

  async function runUnit(unit: Unit): Promise<void> {
    const { guest, bytes, done } = unit;
    let tail = Buffer.alloc(0);
    try {
      if (holder === undefined) await prepareFor(guest);
    } catch (error) {
      refuse(unit, error);
      return;
    }
    await backend.run(bytes, (data) => {
      tail = Buffer.concat([tail, data.subarray(-6)]).subarray(-6);
      if (!gone.has(guest.id)) guest.send(data);
    });
    // The reply to a whole unit ends with ReadyForQuery: Z, length 5, and I when no transaction is open.
    const idle = tail.length === 6 && tail.toString('latin1', 0, 5) === 'Z\0\0\0\u0005' && tail[5] === 73;
    holder = idle ? undefined : guest;
    done();
  }

  async function endTransactionOfTheGone(): Promise<void> {
    if (holder === undefined || !gone.has(holder.id)) return;
    holder = undefined;
    // A Sync ends what was left in the middle of an extended query.
    await backend.run(Buffer.from([83, 0, 0, 0, 4]), () => undefined);
    await backend.sql('ROLLBACK');
  }

  async function work(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      for (;;) {
        await endTransactionOfTheGone();
        const unit = nextUnit();
        if (unit === undefined) break;
        await runUnit(unit);
      }
    } finally {
      busy = false;
    }
  }

  return {
    /** Resolves when the unit was run and its reply handed over. */
    take: (guest: Guest, bytes: Uint8Array): Promise<void> =>
      new Promise((resolve, reject) => {
        queue.push({ guest, bytes, done: resolve });
        work().catch(reject);
      }),
    /** The connection is closed: what it queued is dropped, its transaction rolled back, its statements forgotten. */
    async leave(guest: Guest, statements: readonly string[]): Promise<void> {
      gone.add(guest.id);
      queue = queue.filter((unit) => unit.guest !== guest);
      await work();
      const close = statements.map((name) => `DEALLOCATE "${name}"`);
      const self = { ...guest, send: () => undefined };
      for (const sql of close)
        await this.take(self, Buffer.concat([Buffer.from([81]), lengthOf(sql), Buffer.from(`${sql}\0`)]));
      gone.delete(guest.id);
    },
    /** Whether somebody else would have to wait for this one. */
    holds: (guest: Guest): boolean => holder === guest,
  };
}

export type Turns = ReturnType<typeof takeTurns>;

function lengthOf(sql: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(Buffer.byteLength(sql) + 5);
  return length;
}

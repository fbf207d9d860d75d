import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { Pool, type ClientBase, type PoolClient, type PoolConfig } from 'pg';
import { isReadOnlyServer, isSessionEnded } from './sql-state.ts';

/** No connection to the database is available: it does not respond, or no server accepts changes. */
export class PostgresUnreachable extends Error {
  override readonly name = 'PostgresUnreachable';

  constructor(cause: unknown) {
    super('PostgreSQL does not respond', { cause });
  }
}

class StandbyServer extends Error {
  override readonly name = 'StandbyServer';

  constructor() {
    super('the server is a standby, which accepts no changes');
  }
}

interface PrimaryPoolOptions {
  /** One URL per server. Of several, connections go to the one that accepts changes. */
  readonly urls: readonly string[];
  readonly pool: Omit<PoolConfig, 'connectionString' | 'onConnect'>;
  /** Prepares each new connection. */
  readonly onConnect: (client: ClientBase) => Promise<void>;
  /** Called when a connection breaks while it is idle or between two statements. */
  readonly onLost: (error: Error) => void;
}

/** Throws unless the server accepts changes, as `target_session_attrs=read-write` of PostgreSQL's client library. */
async function expectPrimary(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS standby`,
  );
  if (rows[0]?.standby === true) throw new StandbyServer();
}

/**
 * Connections to the server that accepts changes. A server that ends its sessions or becomes a standby loses all of them: the next
 * connection goes to another server, or is a new one to the same address, behind which there may be another server.
 */
export class PrimaryPool implements PostgresPool {
  readonly #options: PrimaryPoolOptions;
  #at = 0;
  #pool: Pool;
  #isEnded = false;

  constructor(options: PrimaryPoolOptions) {
    // Without an address the driver would connect to whatever listens on the usual port of this machine.
    if (options.urls.length === 0) throw new TypeError('the address of PostgreSQL is not valid');
    this.#options = options;
    this.#pool = this.#poolOf(0);
  }

  get options(): PostgresPool['options'] {
    return this.#pool.options;
  }

  #poolOf(at: number): Pool {
    const { urls, pool: common, onConnect, onLost } = this.#options;
    const pool = new Pool({
      ...common,
      connectionString: urls[at] ?? '',
      // oxlint-disable-next-line typescript/no-misused-promises -- The pool awaits it, which its types do not say.
      onConnect: async (client) => {
        if (urls.length > 1) await expectPrimary(client);
        await onConnect(client);
      },
    });
    // Without listeners, a connection that breaks while idle or between two statements of a transaction would end the process.
    pool.on('error', onLost);
    pool.on('connect', (client) => {
      client.on('error', onLost);
    });
    return pool;
  }

  /** Leaves a pool: its idle connections end now, the others as they are released. Several callers may find the same fault. */
  #leave(pool: Pool): void {
    if (this.#pool !== pool || this.#isEnded) return;
    this.#at = (this.#at + 1) % this.#options.urls.length;
    this.#pool = this.#poolOf(this.#at);
    void pool.end();
  }

  /** Throws PostgresUnreachable when each of the servers was tried. */
  async connect(): Promise<PostgresPoolClient> {
    // One more: another caller may have left the pool of the first attempt.
    for (let left = this.#options.urls.length; ; left -= 1) {
      const pool = this.#pool;
      try {
        return this.#watched(await pool.connect(), pool);
      } catch (error) {
        // All connections are in use: the server is busy, and no other one would accept changes.
        const isBusy = pool.totalCount >= pool.options.max;
        if (isBusy || left === 0 || this.#isEnded || (left === 1 && this.#pool === pool))
          throw new PostgresUnreachable(error);
        this.#leave(pool);
      }
    }
  }

  /** The connection, which does not return to the pool once its session has ended. */
  #watched(client: PoolClient, pool: Pool): PostgresPoolClient {
    let isBroken = false;
    const query = async (...request: [sql: string, parameters: unknown[]]): Promise<unknown> => {
      try {
        return await client.query(...request);
      } catch (error) {
        if (isReadOnlyServer(error)) this.#leave(pool);
        if (isReadOnlyServer(error) || isSessionEnded(error)) isBroken = true;
        throw error;
      }
    };
    return {
      query: query as PostgresPoolClient['query'],
      release(isDiscarded = false) {
        client.release(isDiscarded || isBroken);
      },
    };
  }

  async end(): Promise<void> {
    this.#isEnded = true;
    await this.#pool.end();
  }
}

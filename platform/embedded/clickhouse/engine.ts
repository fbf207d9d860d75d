import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Session, drainPending } from 'chdb';
import { makeCancellation } from './cancellation.ts';
import { containment, type Containment } from './containment.ts';
import { toClickHouseFailure } from './failure.ts';
import { makePipes } from './pipes.ts';
import type { QueryRequest } from './request.ts';
import { writeInPlace } from './storage/write-in-place.ts';

/**
 * Concurrent queries; each occupies a thread of libuv, which also serves the file system (UV_THREADPOOL_SIZE is set above
 * this).
 */
export const CONCURRENCY = 16;

export interface Outcome {
  readonly rowsRead: number;
  readonly bytesRead: number;
  readonly elapsedMs: number;
  readonly bytes: Uint8Array;
}

/** A running query and its result stream. */
export interface RunningQuery {
  readonly stream: Readable;
  /** Settles when the query has ended; rejects with a ClickHouseFailure. The stream ends in both cases. */
  readonly outcome: Promise<Outcome>;
  /** Cancels the query and releases its result. */
  cancel(): Promise<void>;
}

export interface ClickHouseEngine {
  readonly version: string;
  /** Rejects statements that reach outside the database. `run` and `stream` do not: they carry paths of this process. */
  readonly assertContained: Containment;
  /** Runs a statement whose result, if any, is small. */
  run(request: QueryRequest, sql: string, format: string): Promise<Outcome>;
  /** Runs an INSERT; resolves when its rows are complete in the store. */
  insert(request: QueryRequest, sql: string): Promise<Outcome>;
  /** Runs a SELECT; `head` and `tail` are its text before and from the FORMAT clause. */
  stream(
    request: QueryRequest,
    statement: { readonly head: string; readonly tail: string },
  ): Promise<RunningQuery>;
  /** Returns a path for data to insert, in memory where the system supports that. */
  spoolPath(): string;
  forget(path: string): Promise<void>;
  close(): Promise<void>;
}

const literal = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const identifier = (name: string): string => `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;

/** Values that may be longer need room in the text of a statement. */
const LONG_VALUE = 10_000;
const MAX_TEXT = String(64 * 1024 ** 2);

/** Settings, parameters and database of a request as SQL in front of its statement: they last as long as its session. */
function preludeOf({ settings, parameters, database }: QueryRequest): string {
  const sets = [
    // Asynchronous inserts would complete before the rows are in the table's parts.
    'async_insert = 0',
    // A server does not accept a bare expression as a SELECT; the library does.
    'implicit_select = 0',
    ...settings.map(([name, value]) => `${name} = ${literal(value)}`),
    ...parameters.map(([name, value]) => `param_${name} = ${literal(value)}`),
  ];
  // Values of a server's parameters are not part of the text that this setting limits.
  const room = parameters.some(([, value]) => value.length > LONG_VALUE)
    ? `SET max_query_size = ${MAX_TEXT};`
    : '';
  const use = database === undefined || database === '' ? '' : `USE ${identifier(database)};`;
  return `${room}SET ${sets.join(', ')};${use}`;
}

/** Room for some inserts of the writer's largest ranges. Containers have 64 MiB of shared memory by default. */
const SPOOL_BYTES = 512 * 1024 ** 2;

function hasRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize >= SPOOL_BYTES;
  } catch {
    return false;
  }
}

/** Creates a directory that no other user can name in advance or enter. `directory` keeps its path for the next start. */
function spoolDirectory(directory: string): string {
  const note = `${directory}.spool`;
  // Files of a killed process.
  if (existsSync(note)) rmSync(readFileSync(note, 'utf8'), { recursive: true, force: true });
  const [parent = tmpdir()] = ['/dev/shm'].filter(hasRoom);
  const path = mkdtempSync(join(parent, 'telltale-'));
  writeInPlace(note, path);
  return path;
}

/** Cancels the queries that write to these pipes. */
async function killAt(directory: string, paths: readonly string[]): Promise<void> {
  // With quotes: the path of one pipe may be a prefix of another.
  const writes = paths.map((path) => `position(query, ${literal(literal(path))}) > 0`).join(' OR ');
  const session = new Session(directory);
  try {
    await session.queryAsync(
      `KILL QUERY WHERE query_id IN (SELECT query_id FROM system.processes WHERE (${writes}) AND NOT startsWith(query, 'KILL')) ASYNC`,
    );
  } finally {
    session.close();
  }
}

/** Opens the data directory with a configuration file. One engine per directory and process. */
export function openEngine(directory: string, configuration: string): ClickHouseEngine {
  mkdirSync(directory, { recursive: true });
  // Keeps the directory open for the sessions of single queries, which then take half a millisecond and share its configuration.
  const keeper = new Session(directory, { connectionArgs: [`--config-file=${configuration}`] });
  const version = keeper.query('SELECT version()', 'TSVRaw').trim();
  const tableFunctions = keeper.query('SELECT name FROM system.table_functions', 'TSVRaw').trim().split('\n');
  const spools = spoolDirectory(directory);
  const pipes = makePipes(join(spools, 'pipes'), CONCURRENCY);
  const cancelled = makeCancellation((paths) => killAt(directory, paths));
  let spooled = 0;

  async function run(request: QueryRequest, sql: string, format: string): Promise<Outcome> {
    const session = new Session(directory);
    try {
      const result = await session.queryAsync(`${preludeOf(request)}${sql}`, { format });
      const { rowsRead, bytesRead, elapsed } = result;
      return { rowsRead, bytesRead, elapsedMs: elapsed * 1_000, bytes: result.bytes() };
    } catch (error) {
      throw toClickHouseFailure(error);
    } finally {
      session.close();
    }
  }

  return {
    version,
    assertContained: containment(tableFunctions),
    run,
    insert: (request, sql) => run(request, sql, 'Null'),
    async stream(request, { head, tail }) {
      const pipe = await pipes.acquire();
      const { stream, finish } = pipe.open();
      const sql = `${head}\nINTO OUTFILE ${literal(pipe.path)} TRUNCATE ${tail}`;
      const outcome = run(request, sql, 'Null').finally(() => {
        finish();
      });
      const closed = new Promise<void>((resolve) => {
        stream.once('close', resolve);
      });
      void Promise.allSettled([outcome, closed]).then(() => {
        pipe.giveBack();
      });
      return {
        stream,
        outcome,
        async cancel() {
          // A query that waits for room in the pipe fails when the reader closes; a query that computes must be cancelled.
          stream.destroy();
          await cancelled(pipe, outcome);
        },
      };
    },
    spoolPath: () => join(spools, `insert-${String((spooled += 1))}`),
    forget: (path) => unlink(path).catch(() => undefined),
    async close() {
      await keeper.queryAsync("KILL QUERY WHERE NOT startsWith(query, 'KILL') ASYNC");
      await drainPending();
      keeper.close();
      rmSync(spools, { recursive: true, force: true });
    },
  };
}

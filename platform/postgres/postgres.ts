import { Kysely, PostgresDialect, type LogEvent, type TransactionBuilder } from 'kysely';
import { types, type ClientBase } from 'pg';
import type { Database } from '#schemas/table/postgres.ts';
import { activeSpan, isTracing, startSpan } from '../tracing/spans.ts';
import { statementName } from '../tracing/statement-name.ts';
import { systemClock } from '../clock/system-clock.ts';
import { PrimaryPool } from './primary-pool.ts';
import { retryTransaction } from './retry-transaction.ts';
import { serverUrls } from './server-urls.ts';

export type Db = Kysely<Database>;

type TypeId = Parameters<typeof types.getTypeParser>[0];

const INT8: TypeId = types.builtins.INT8;

/** `int8` is read as a number: our columns stay below 2^53 (schemas/table/relation.ts). */
const typeParsers: { getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: ((oid: TypeId, format?: 'text') =>
    oid === INT8 ? Number : types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};

/**
 * PostgreSQL may roll a transaction back in favour of another, and a server may end before it was to commit one: it then runs again, with
 * its side effects outside the database.
 */
class Postgres<Tables> extends Kysely<Tables> {
  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = (run) =>
      retryTransaction((attempt) =>
        once(async (transaction) => {
          const value = await run(transaction);
          attempt.isCommitting = true;
          return value;
        }),
      );
    return builder;
  }
}

export interface PostgresOptions {
  /** Maximum number of connections. */
  readonly connections?: number;
  /** Called when an idle connection breaks; the pool opens another one. */
  readonly onConnectionLost?: (error: Error) => void;
}

/** Statements take milliseconds: compiling one, which a server does when it expects many rows, takes longer than running it. */
async function withoutCompiler(client: ClientBase): Promise<void> {
  await client.query('SET jit = off');
}

/** A statement as a span of the request that runs it. */
function traceStatement({ query, queryDurationMillis, ...event }: LogEvent): void {
  const parent = activeSpan();
  if (parent === undefined) return;
  const name = statementName(query.sql);
  const startMs = systemClock.now().getTime() - queryDurationMillis;
  const facts = { 'db.system.name': 'postgresql', 'db.query.summary': name };
  const span = startSpan(name, { kind: 'client', startMs, facts }, parent);
  if (event.level === 'error') span?.fail(event.error);
  span?.end();
}

/**
 * Opens PostgreSQL, one or several servers or the embedded one. Connects with the first query. A `search_path` goes into the
 * URL: `?options=-c%20search_path%3Dname`.
 */
export function openPostgres<Tables = Database>(
  url: string,
  { connections = 8, onConnectionLost }: PostgresOptions = {},
): Kysely<Tables> {
  const pool = new PrimaryPool({
    urls: serverUrls(url),
    pool: {
      max: connections,
      types: typeParsers,
      connectionTimeoutMillis: 10_000,
      application_name: 'telltale',
    },
    onConnect: withoutCompiler,
    onLost: (error) => onConnectionLost?.(error),
  });
  const dialect = new PostgresDialect({ pool });
  return new Postgres<Tables>(isTracing() ? { dialect, log: traceStatement } : { dialect });
}

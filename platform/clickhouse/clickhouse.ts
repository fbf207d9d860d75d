import { Agent } from 'node:http';
import { createConnection, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { createClient, type ClickHouseClient, type ClickHouseSettings } from '@clickhouse/client';
import { activeSpan, during, startChild, type Span } from '../tracing/spans.ts';
import { statementName } from '../tracing/statement-name.ts';
import type {
  ClickHouse,
  MeasuredColumns,
  Parameters,
  RowBinaryInsert,
  Settings,
} from './clickhouse-client.ts';
import { replicaUrls } from './replica-urls.ts';
import { Replicas } from './replicas.ts';
import { readError } from './store-error.ts';

export type { ClickHouse, MeasuredColumns, Parameters, Settings };

async function reading<Value>(sql: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await during(statementSpan(sql), read);
  } catch (error) {
    throw readError(error);
  }
}

/** A statement as a span of what runs it; undefined without a trace. */
function statementSpan(sql: string): Span | undefined {
  if (activeSpan() === undefined) return undefined;
  const name = statementName(sql);
  const facts = { 'db.system.name': 'clickhouse', 'db.query.summary': name };
  return startChild(name, { kind: 'client', facts });
}

async function* readingParts<Part>(sql: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
  const span = statementSpan(sql);
  try {
    yield* parts;
  } catch (error) {
    span?.fail(error);
    throw readError(error);
  } finally {
    span?.end();
  }
}

const base: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 0,
  // Otherwise an error after the first bytes of a result would look like a truncated body.
  wait_end_of_query: 0,
};

/** Otherwise a server continues the query after the connection of an aborted call closes; the embedded one does not. */
const endedByClose = {
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
} as const satisfies ClickHouseSettings;

async function insertRowBinary(client: ClickHouseClient, insert: RowBinaryInsert): Promise<void> {
  const { table, columns, rows, token, settings, signal } = insert;
  const parts = rows instanceof Uint8Array ? [rows] : rows;
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT RowBinary`,
    values: Readable.from(parts, { objectMode: false }),
    clickhouse_settings: {
      ...settings,
      // Asynchronous inserts, the default since ClickHouse 26, would split the block that the token identifies.
      async_insert: 0,
      ...(token === undefined ? {} : { insert_deduplication_token: token }),
      wait_end_of_query: 1,
    },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  // Reading the empty reply to its end releases the connection.
  for await (const _ of stream);
}

async function rows<Row>(
  client: ClickHouseClient,
  { sql, parameters, settings }: { sql: string; parameters: Parameters; settings: Settings },
): Promise<readonly Row[]> {
  const result = await client.query({
    query: sql,
    format: 'JSONEachRow',
    query_params: parameters,
    clickhouse_settings: { ...base, ...settings },
  });
  return result.json<Row>();
}

async function* streamRows<Row>(
  client: ClickHouseClient,
  { sql, parameters, settings }: { sql: string; parameters: Parameters; settings: Settings },
): AsyncGenerator<readonly Row[]> {
  const abort = new AbortController();
  const result = await client.query({
    query: sql,
    format: 'JSONEachRow',
    query_params: parameters,
    clickhouse_settings: { ...base, ...settings },
    abort_signal: abort.signal,
  });
  try {
    for await (const rows of result.stream<Row>()) yield rows.map((row) => row.json<Row>());
  } finally {
    result.close();
    abort.abort();
  }
}

/** A reply in the format JSONColumnsWithMetadata. */
interface ColumnsReply {
  readonly data: MeasuredColumns['columns'];
  readonly statistics?: Partial<Record<'elapsed' | 'rows_read' | 'bytes_read', number>>;
}

async function measured(
  client: ClickHouseClient,
  query: {
    readonly sql: string;
    readonly parameters: Parameters;
    readonly settings?: Settings;
    readonly signal?: AbortSignal;
  },
): Promise<MeasuredColumns> {
  const { sql, parameters, settings, signal } = query;
  const result = await client.query({
    query: sql,
    format: 'JSONColumnsWithMetadata',
    query_params: parameters,
    clickhouse_settings: { ...base, ...settings, ...endedByClose },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  const text = await result.text();
  const { data, statistics } = JSON.parse(text) as ColumnsReply;
  const { elapsed = 0, rows_read: readRows = 0, bytes_read: readBytes = 0 } = statistics ?? {};
  return { columns: data, readRows, readBytes, elapsedMs: elapsed * 1_000, replyBytes: text.length };
}

async function* rowBinary(
  client: ClickHouseClient,
  query: {
    readonly sql: string;
    readonly parameters: Parameters;
    readonly settings?: Settings;
    readonly signal?: AbortSignal;
  },
): AsyncGenerator<Uint8Array> {
  const { sql, parameters, settings, signal } = query;
  const { stream } = await client.exec({
    query: `${sql}\nFORMAT RowBinary`,
    query_params: parameters,
    clickhouse_settings: { ...settings, ...endedByClose },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  for await (const part of stream as AsyncIterable<Uint8Array>) yield part;
}

const MAX_CONNECTIONS = 16;
/** Each check is a statement per table that is behind. */
const CHECK_CONNECTIONS = 24;

/** Connections to a Unix socket. */
class SocketAgent extends Agent {
  readonly #path: string;

  constructor(path: string) {
    super({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
    this.#path = path;
  }

  override createConnection(): Socket {
    return createConnection({ path: this.#path });
  }
}

/**
 * Returns the part of the client's options that connects it: the parameter `socket` of the URL is the path of a Unix socket at
 * which the server listens.
 */
export function clickhouseTransport(url: string): { readonly url: string; readonly http_agent?: Agent } {
  const address = new URL(url);
  const socketPath = address.searchParams.get('socket');
  if (socketPath === null) return { url };
  address.searchParams.delete('socket');
  return { url: address.href, http_agent: new SocketAgent(socketPath) };
}

/** A pool of HTTP connections to one server. */
function openServer(url: string, settings: Settings, connections = MAX_CONNECTIONS): ClickHouse {
  const client = createClient({
    ...clickhouseTransport(url),
    application: 'telltale',
    request_timeout: 300_000,
    max_open_connections: connections,
    // Lists of thousands of elements are longer than a URL may be.
    use_multipart_params_auto: true,
    clickhouse_settings: settings,
    // The client would also print errors to standard output; they reach the caller anyway.
    log: { level: 127 },
  });
  return {
    query: <Row>(sql: string, parameters: Parameters = {}, settings: Settings = {}) =>
      reading(sql, () => rows<Row>(client, { sql, parameters, settings })),
    stream: <Row>(sql: string, parameters: Parameters = {}, settings: Settings = {}) =>
      readingParts(sql, streamRows<Row>(client, { sql, parameters, settings })),
    measured: (sql, parameters = {}, options = {}) =>
      reading(sql, () => measured(client, { sql, parameters, ...options })),
    rowBinary: (sql, parameters = {}, options = {}) =>
      readingParts(sql, rowBinary(client, { sql, parameters, ...options })),
    async command(sql, parameters = {}, own = {}) {
      await during(statementSpan(sql), () =>
        client.command({ query: sql, query_params: parameters, clickhouse_settings: own }),
      );
    },
    insertRowBinary: (insert) =>
      during(statementSpan(`INSERT INTO ${insert.table}`), () => insertRowBinary(client, insert)),
    ping: async () => (await client.ping()).success,
    close: () => client.close(),
  };
}

/**
 * Opens pools of HTTP connections and connects with the first call. The URL's path names the database, its parameter `socket`
 * a Unix socket. Throws a TypeError when it names several shards.
 */
export function openClickHouse(url: string, settings: Settings = {}): ClickHouse {
  const urls = replicaUrls(url);
  if (urls.length === 1) return openServer(url, settings);
  return new Replicas(
    urls.map((one) => ({
      server: openServer(one, settings),
      checks: openServer(one, {}, CHECK_CONNECTIONS),
    })),
  );
}

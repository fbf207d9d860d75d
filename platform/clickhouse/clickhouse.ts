import { Readable } from 'node:stream';
import { ClickHouseError, createClient } from '@clickhouse/client';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';

export type Parameters = Readonly<Record<string, unknown>>;
export type Settings = ClickHouseSettings;

export interface RowBinaryInsert {
  readonly table: string;
  /** Column names in the order of the encoding. */
  readonly columns: readonly string[];
  /** RowBinary rows; several buffers are sent one behind the other, without copying. */
  readonly rows: Uint8Array | readonly Uint8Array[];
  /** The same token twice within the table's window: the second insert changes nothing, in the table and in its views. */
  readonly token?: string;
  readonly settings?: Settings;
  readonly signal?: AbortSignal;
}

/** ClickHouse over HTTP: a server, or the embedded one. Errors are `ClickHouseError`s; see `errorCodeOf`. */
export interface ClickHouse {
  /**
   * Every row of the result. `{name:Type}` in the SQL takes its value from `parameters`. 64-bit integers come as numbers,
   * exact to 2^53: select `toString(…)` where more is needed.
   */
  query<Row>(sql: string, parameters?: Parameters, settings?: Settings): Promise<readonly Row[]>;
  /** The rows in blocks, while they come in. Ending the loop early cancels the query. */
  stream<Row>(sql: string, parameters?: Parameters, settings?: Settings): AsyncIterable<readonly Row[]>;
  /**
   * The result as RowBinary, in parts that end anywhere. The store begins to answer when the query has ended, so that nothing of
   * a query that fails is taken for rows: ask for what may be held at a time. An abort ends the query in the store too.
   */
  rowBinary(
    sql: string,
    parameters?: Parameters,
    options?: { readonly settings?: Settings; readonly signal?: AbortSignal },
  ): AsyncIterable<Uint8Array>;
  /** A statement without a result. */
  command(sql: string, parameters?: Parameters, settings?: Settings): Promise<void>;
  /** Resolves when the rows are durable. */
  insertRowBinary(insert: RowBinaryInsert): Promise<void>;
  /** Whether the server answers. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** ClickHouse's own number of an error (60 unknown table, 241 memory limit, …), undefined when it is not ClickHouse's. */
export const errorCodeOf = (error: unknown): number | undefined =>
  error instanceof ClickHouseError ? Number(error.code) : undefined;

const base: ClickHouseSettings = {
  output_format_json_quote_64bit_integers: 0,
  // An error after the first bytes of a result would otherwise reach us as a torn body.
  wait_end_of_query: 0,
};

async function insertRowBinary(client: ClickHouseClient, insert: RowBinaryInsert): Promise<void> {
  const { table, columns, rows, token, settings, signal } = insert;
  const parts = rows instanceof Uint8Array ? [rows] : rows;
  const { stream } = await client.exec({
    query: `INSERT INTO ${table} (${columns.join(', ')}) FORMAT RowBinary`,
    values: Readable.from(parts, { objectMode: false }),
    clickhouse_settings: {
      ...settings,
      // Asynchronous inserts are the default since ClickHouse 26 and would cut the block that the token stands for.
      async_insert: 0,
      ...(token === undefined ? {} : { insert_deduplication_token: token }),
      wait_end_of_query: 1,
    },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  // The reply is empty; reading it to its end gives the connection back.
  for await (const _ of stream);
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
    // A server goes on otherwise when the connection of an aborted call is closed; the embedded one does not.
    clickhouse_settings: {
      ...settings,
      wait_end_of_query: 1,
      cancel_http_readonly_queries_on_client_close: 1,
    },
    ...(signal === undefined ? {} : { abort_signal: signal }),
  });
  for await (const part of stream as AsyncIterable<Uint8Array>) yield part;
}

/** Opens a pool of HTTP connections; nothing is sent before the first call. The URL's path names the database. */
export function openClickHouse(url: string, settings: Settings = {}): ClickHouse {
  const client = createClient({
    url,
    application: 'telltale',
    request_timeout: 300_000,
    max_open_connections: 16,
    clickhouse_settings: settings,
    // The client warns on standard output by itself otherwise; its errors reach the caller anyway.
    log: { level: 127 },
  });
  return {
    async query<Row>(sql: string, parameters: Parameters = {}, own: Settings = {}) {
      const result = await client.query({
        query: sql,
        format: 'JSONEachRow',
        query_params: parameters,
        clickhouse_settings: { ...base, ...own },
      });
      return result.json<Row>();
    },
    stream: (sql, parameters = {}, own = {}) => streamRows(client, { sql, parameters, settings: own }),
    rowBinary: (sql, parameters = {}, options = {}) => rowBinary(client, { sql, parameters, ...options }),
    async command(sql, parameters = {}, own = {}) {
      await client.command({ query: sql, query_params: parameters, clickhouse_settings: own });
    },
    insertRowBinary: (insert) => insertRowBinary(client, insert),
    ping: async () => (await client.ping()).success,
    close: () => client.close(),
  };
}

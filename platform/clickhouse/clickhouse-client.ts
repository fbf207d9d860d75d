import type { ClickHouseSettings } from '@clickhouse/client';

export type Parameters = Readonly<Record<string, unknown>>;
export type Settings = ClickHouseSettings;

export interface RowBinaryInsert {
  readonly table: string;
  /** Column names in encoding order. */
  readonly columns: readonly string[];
  /** RowBinary rows; several buffers are sent one after the other without a copy. */
  readonly rows: Uint8Array | readonly Uint8Array[];
  /** A second insert with the same token within the table's window changes nothing, neither in the table nor in its views. */
  readonly token?: string;
  readonly settings?: Settings;
  readonly signal?: AbortSignal;
}

/** Columns of a result, and what the query read. */
export interface MeasuredColumns {
  /** Values of all rows by the name of the column: many rows take less than half the time that they take as lists. */
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
  readonly readRows: number;
  readonly readBytes: number;
  /** Time in the store. */
  readonly elapsedMs: number;
  /** Size of the reply. */
  readonly replyBytes: number;
}

/**
 * ClickHouse over HTTP: a server, the embedded one, or several replicas. Errors of the store are `ClickHouseError`s (`errorCodeOf`); reads
 * of one that is away throw `ClickHouseUnreachable`.
 */
export interface ClickHouse {
  /** Each replica by itself, where there are several. Most callers need none of them. */
  readonly replicas?: readonly ClickHouse[];
  /**
   * Returns all rows. `{name:Type}` in the SQL takes its value from `parameters`. 64-bit integers are numbers, exact to 2^53:
   * select `toString(…)` where more is needed.
   */
  query<Row>(sql: string, parameters?: Parameters, settings?: Settings): Promise<readonly Row[]>;
  /** Streams the rows in blocks. Ending the loop early cancels the query. */
  stream<Row>(sql: string, parameters?: Parameters, settings?: Settings): AsyncIterable<readonly Row[]>;
  /** Returns all rows by column, with what the query read. An abort also ends the query in the store. */
  measured(
    sql: string,
    parameters?: Parameters,
    options?: { readonly settings?: Settings; readonly signal?: AbortSignal },
  ): Promise<MeasuredColumns>;
  /**
   * Streams the result as RowBinary, in parts of any length. The store replies when the query has ended, so that a failed query
   * yields no rows: request only what fits into memory. An abort also cancels the query in the store.
   */
  rowBinary(
    sql: string,
    parameters?: Parameters,
    options?: { readonly settings?: Settings; readonly signal?: AbortSignal },
  ): AsyncIterable<Uint8Array>;
  /** Runs a statement without a result. */
  command(sql: string, parameters?: Parameters, settings?: Settings): Promise<void>;
  /** Resolves when the rows are durable: of several replicas, on each that is alive. */
  insertRowBinary(insert: RowBinaryInsert): Promise<void>;
  /** Whether the server responds. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * ClickHouse column types as values. Each has its SQL type and the TypeScript type of a cell, from which the DDL, the row type
 * and the compiled RowBinary codec (`codec.ts`) derive. RowBinary is little-endian, without alignment; a String is its byte
 * length as LEB128 followed by its bytes (ClickHouse documentation, "RowBinary").
 */
export type Kind =
  | 'bool'
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i32'
  | 'i64'
  | 'f64'
  | 'seconds'
  | 'millis'
  | 'ipv6'
  | 'uuid'
  | 'fixed'
  | 'string'
  | 'counts';

export interface ColumnType<Cell> {
  readonly kind: Kind;
  readonly sql: string;
  /** Bytes of a cell, undefined when variable. */
  readonly width: number | undefined;
  readonly nullable: boolean;
  /** Compression codec of the column, chosen by measurement. */
  readonly codec?: string;
  /** For the type checker only: the type of a cell. */
  readonly cell?: Cell;
}

const type = <Cell>(kind: Kind, sql: string, width: number | undefined): ColumnType<Cell> => ({
  kind,
  sql,
  width,
  nullable: false,
});

export const bool = type<boolean>('bool', 'Bool', 1);
export const u8 = type<number>('u8', 'UInt8', 1);
export const u16 = type<number>('u16', 'UInt16', 2);
export const u32 = type<number>('u32', 'UInt32', 4);
/** 64-bit counters stay bigint: a double is exact only to 2^53. */
export const u64 = type<bigint>('u64', 'UInt64', 8);
export const i32 = type<number>('i32', 'Int32', 4);
export const i64 = type<bigint>('i64', 'Int64', 8);
export const f64 = type<number>('f64', 'Float64', 8);
/** Whole seconds since 1970, UTC. */
export const seconds = type<number>('seconds', "DateTime('UTC')", 4);
/** Milliseconds since 1970, UTC. */
export const millis = type<number>('millis', "DateTime64(3, 'UTC')", 8);
/** 16 bytes in network order; an IPv4 address is mapped (`::ffff:a.b.c.d`). */
export const ipv6 = type<Uint8Array>('ipv6', 'IPv6', 16);
/** Written as text with hyphens. */
export const uuid = type<string>('uuid', 'UUID', 16);
export const string = type<string>('string', 'String', undefined);
/** A text with few distinct values, stored with a dictionary; in RowBinary like a String. */
export const word = type<string>('string', 'LowCardinality(String)', undefined);
/** Counts by name; RowBinary writes the number of entries as LEB128, then each key and value. */
export const counts = type<ReadonlyMap<string, bigint>>(
  'counts',
  'Map(LowCardinality(String), UInt64)',
  undefined,
);
/** For aggregating tables: merges add the values, or keep the greatest; inserted like the plain column. */
export const summedU64 = type<bigint>('u64', 'SimpleAggregateFunction(sum, UInt64)', 8);
export const greatestU32 = type<number>('u32', 'SimpleAggregateFunction(max, UInt32)', 4);
/** Exactly `bytes` bytes. */
export const fixed = (bytes: number): ColumnType<Uint8Array> =>
  type<Uint8Array>('fixed', `FixedString(${String(bytes)})`, bytes);

export const nullable = <Cell>(inner: ColumnType<Cell>): ColumnType<Cell | null> => ({
  kind: inner.kind,
  sql: inner.sql.startsWith('LowCardinality(')
    ? `LowCardinality(Nullable(${inner.sql.slice('LowCardinality('.length, -1)}))`
    : `Nullable(${inner.sql})`,
  width: undefined,
  nullable: true,
});

export const withCodec = <Cell>(inner: ColumnType<Cell>, codec: string): ColumnType<Cell> => ({
  ...inner,
  codec,
});

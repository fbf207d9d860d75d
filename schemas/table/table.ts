import type { ColumnType } from './column.ts';

export type Columns = Readonly<Record<string, ColumnType<unknown>>>;

/** The TypeScript type of one row of a table with these columns. */
export type RowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends ColumnType<infer Cell> ? Cell : never;
};

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  /** In RowBinary order. */
  readonly columns: C;
  /** Columns that the store computes or that only aggregates contain: in the DDL, not in inserted rows. */
  readonly stateColumns?: Readonly<Record<string, string>>;
  /** Data-skipping indexes: `INDEX name expression TYPE type GRANULARITY n`. */
  readonly indexes?: readonly string[];
  readonly engine: string;
  readonly partitionBy?: string;
  /** Empty: of a table in memory. */
  readonly orderBy: readonly string[];
  /** The first columns of the order that are in the index; default: all. */
  readonly primaryKey?: readonly string[];
  /** Rows of a granule, the least that is read; default: 8,192. */
  readonly granuleRows?: number;
  /** Settings of an engine other than MergeTree: `name = value`. */
  readonly settings?: readonly string[];
  /** Rows expire `days` after `column` by default; `as` names the setting that changes it, absent: none does. */
  readonly keep?: { readonly column: string; readonly days: number; readonly as?: Retention };
  /** Source table and SELECT of the materialised view `<name>_view` that fills the table. */
  readonly from?: { readonly table: string; readonly select: string };
}

/** An insert repeated with the same token within this number of blocks is dropped (the exactly-once path). */
const DEDUPLICATION_BLOCKS = 10_000;

/** Retention classes, by the name of their setting. */
export const retentions = ['raw', '5m', '1h', '1d', 'alarms', 'statistics'] as const;
export type Retention = (typeof retentions)[number];

export const table = <const C extends Columns>(definition: Table<C>): Table<C> => definition;

const columnSql = ([name, { sql, codec }]: readonly [string, ColumnType<unknown>]): string =>
  `  ${name} ${sql}${codec === undefined ? '' : ` CODEC(${codec})`}`;

const settingsOf = ({ keep, granuleRows, settings }: Table): readonly string[] =>
  settings ?? [
    `non_replicated_deduplication_window = ${String(DEDUPLICATION_BLOCKS)}`,
    ...(keep === undefined ? [] : ['ttl_only_drop_parts = 1']),
    ...(granuleRows === undefined ? [] : [`index_granularity = ${String(granuleRows)}`]),
  ];

/** Returns the statements that create the table and, for a derived table, its view. */
export function createStatements(definition: Table): readonly string[] {
  const columns = [
    ...Object.entries(definition.columns).map(columnSql),
    ...Object.entries(definition.stateColumns ?? {}).map(([name, sql]) => `  ${name} ${sql}`),
    ...(definition.indexes ?? []).map((index) => `  ${index}`),
  ];
  const { keep, from, primaryKey, orderBy } = definition;
  const lines = [
    `CREATE TABLE IF NOT EXISTS ${definition.name} (\n${columns.join(',\n')}\n)`,
    `ENGINE = ${definition.engine}`,
    ...(definition.partitionBy === undefined ? [] : [`PARTITION BY ${definition.partitionBy}`]),
    ...(primaryKey === undefined ? [] : [`PRIMARY KEY (${primaryKey.join(', ')})`]),
    ...(orderBy.length === 0 ? [] : [`ORDER BY (${orderBy.join(', ')})`]),
    ...(keep === undefined ? [] : [`TTL toDateTime(${keep.column}) + INTERVAL ${String(keep.days)} DAY`]),
    `SETTINGS ${settingsOf(definition).join(', ')}`,
  ];
  const view =
    from === undefined
      ? []
      : [
          `CREATE MATERIALIZED VIEW IF NOT EXISTS ${definition.name}_view TO ${definition.name} AS ${from.select}`,
        ];
  return [lines.join('\n'), ...view];
}

/** Returns column names and types for `file()` and `input()`: `customer UInt32, site UInt32, …`. */
export const structureOf = (definition: Table): string =>
  Object.entries(definition.columns)
    .map(([name, { sql }]) => `${name} ${sql}`)
    .join(', ');

function fingerprint(definition: Table): string {
  let hash = 0x811c9dc5;
  for (const character of structureOf(definition))
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const fingerprints = new WeakMap<Table, string>();

/**
 * Returns a fingerprint of names and types, which every message carries: a reader parks a message with an unknown fingerprint.
 * FNV-1a, 32 bit, hexadecimal.
 */
export function fingerprintOf(definition: Table): string {
  const known = fingerprints.get(definition);
  if (known !== undefined) return known;
  const made = fingerprint(definition);
  fingerprints.set(definition, made);
  return made;
}

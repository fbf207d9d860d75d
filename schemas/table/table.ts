import type { ColumnType } from './column.ts';

export type Columns = Readonly<Record<string, ColumnType<unknown>>>;

/** The TypeScript type of one row of a table with these columns. */
export type RowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends ColumnType<infer Cell> ? Cell : never;
};

export interface Table<C extends Columns = Columns> {
  readonly name: string;
  /** In the order of the RowBinary encoding. */
  readonly columns: C;
  /** Columns that the store computes or that only aggregates hold: part of the DDL, not of the rows that are inserted. */
  readonly stateColumns?: Readonly<Record<string, string>>;
  readonly engine: string;
  readonly partitionBy?: string;
  readonly orderBy: readonly string[];
  /** `column + days` by default, deleted after that; `as` names the setting that changes it. */
  readonly keep?: { readonly column: string; readonly days: number; readonly as: Retention };
  /** Filled by this SELECT from another table (a materialised view `<name>_view`). */
  readonly from?: { readonly table: string; readonly select: string };
}

/** Any row inserted again with the same token within this many blocks is dropped (the exactly-once path). */
const DEDUPLICATION_BLOCKS = 10_000;

/** What is kept for equally long, by the name of its setting. */
export const retentions = ['raw', '5m', '1h', '1d', 'alarms', 'statistics'] as const;
export type Retention = (typeof retentions)[number];

export const table = <const C extends Columns>(definition: Table<C>): Table<C> => definition;

const columnSql = ([name, { sql, codec }]: readonly [string, ColumnType<unknown>]): string =>
  `  ${name} ${sql}${codec === undefined ? '' : ` CODEC(${codec})`}`;

/** The statements that make the table, and its view when it is filled from another. */
export function createStatements(definition: Table): readonly string[] {
  const columns = [
    ...Object.entries(definition.columns).map(columnSql),
    ...Object.entries(definition.stateColumns ?? {}).map(([name, sql]) => `  ${name} ${sql}`),
  ];
  const { keep, from } = definition;
  const lines = [
    `CREATE TABLE IF NOT EXISTS ${definition.name} (\n${columns.join(',\n')}\n)`,
    `ENGINE = ${definition.engine}`,
    ...(definition.partitionBy === undefined ? [] : [`PARTITION BY ${definition.partitionBy}`]),
    `ORDER BY (${definition.orderBy.join(', ')})`,
    ...(keep === undefined ? [] : [`TTL toDateTime(${keep.column}) + INTERVAL ${String(keep.days)} DAY`]),
    `SETTINGS non_replicated_deduplication_window = ${String(DEDUPLICATION_BLOCKS)}${keep === undefined ? '' : ', ttl_only_drop_parts = 1'}`,
  ];
  const view =
    from === undefined
      ? []
      : [
          `CREATE MATERIALIZED VIEW IF NOT EXISTS ${definition.name}_view TO ${definition.name} AS ${from.select}`,
        ];
  return [lines.join('\n'), ...view];
}

/** Column names and types as `file()` and `input()` take them: `customer UInt32, site UInt32, …`. */
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
 * A fingerprint of names and types, carried by every message: a reader parks a message whose fingerprint it does not know.
 * FNV-1a, 32 bit, hexadecimal.
 */
export function fingerprintOf(definition: Table): string {
  const known = fingerprints.get(definition);
  if (known !== undefined) return known;
  const made = fingerprint(definition);
  fingerprints.set(definition, made);
  return made;
}

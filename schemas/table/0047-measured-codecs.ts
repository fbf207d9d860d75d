const ROLLUPS = ['flows_5m', 'flows_1h', 'flows_1d'];

/** Column and codec, as `bench -- storage-codecs` told them on 2026-11-22. */
const flows = [
  ['received', 'T64, ZSTD(1)'],
  ['first', 'T64, ZSTD(1)'],
  ['last', 'T64, ZSTD(1)'],
  ['source_site', 'T64, ZSTD(1)'],
  ['destination_site', 'T64, ZSTD(1)'],
  ['source_port', 'ZSTD(1)'],
  ['destination_port', 'ZSTD(1)'],
  ['application', 'ZSTD(3)'],
  ['protocol', 'ZSTD(1)'],
  ['dscp', 'ZSTD(1)'],
  ['tcp_flags', 'T64, ZSTD(1)'],
  ['bytes', 'T64, ZSTD(1)'],
  ['packets', 'T64, ZSTD(1)'],
] as const;

const rollup = [
  ['at', 'ZSTD(1)'],
  ['site', 'ZSTD(1)'],
  ['exporter', 'ZSTD(1)'],
  ['in_interface', 'ZSTD(1)'],
  ['out_interface', 'ZSTD(1)'],
  ['source_site', 'T64, ZSTD(1)'],
  ['destination_site', 'T64, ZSTD(1)'],
  ['application', 'ZSTD(3)'],
  ['protocol', 'ZSTD(1)'],
  ['dscp', 'ZSTD(1)'],
  ['bytes', 'T64, ZSTD(1)'],
  ['packets', 'T64, ZSTD(1)'],
  ['flows', 'T64, ZSTD(1)'],
] as const;

const samples = [
  ['customer', 'ZSTD(1)'],
  ['site', 'ZSTD(1)'],
  ['element', 'ZSTD(1)'],
  ['counter', 'ZSTD(1)'],
  ['at', 'Delta, ZSTD(1)'],
  ['value', 'DoubleDelta, ZSTD(1)'],
] as const;

const measures = [
  ['at', 'Delta, ZSTD(1)'],
  ['value', 'ZSTD(3)'],
] as const;

/** Metadata alone: parts that are there are rewritten by their next merge, or end as they are. */
const modify = (table: string, columns: readonly (readonly [column: string, codec: string])[]): string =>
  `ALTER TABLE ${table} ${columns.map(([column, codec]) => `MODIFY COLUMN ${column} CODEC(${codec})`).join(', ')}`;

/** Codecs of the large tables from figures. */
export const measuredCodecs: readonly string[] = [
  modify('flows', flows),
  ...ROLLUPS.map((table) => modify(table, rollup)),
  modify('samples', samples),
  modify('measures', measures),
];

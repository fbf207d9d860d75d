import type { ClickHouse, Settings } from '#platform/clickhouse/clickhouse.ts';
import { errorCodeOf } from '#platform/clickhouse/clickhouse.ts';
import type { Table } from '#schemas/table/table.ts';
import { bodyOf, halvesOf, rowsOf } from './range.ts';
import type { Range, Span } from './range.ts';

/** More rows than any range holds: a block is never cut, since the token stands for one block. */
const BLOCK_ROWS = 4_194_304;

/**
 * One insert is one block in the table, and one in each view behind it, in whatever number of threads and groups: a token
 * covers blocks, not inserts.
 */
export const oneBlock: Settings = {
  async_insert: 0,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_insert_block_size: String(BLOCK_ROWS),
  min_insert_block_size_rows: String(BLOCK_ROWS),
  min_insert_block_size_bytes: '0',
  min_insert_block_size_rows_for_materialized_views: String(BLOCK_ROWS),
  min_insert_block_size_bytes_for_materialized_views: '0',
  max_insert_threads: '1',
  max_threads: 1,
  group_by_two_level_threshold: '0',
  group_by_two_level_threshold_bytes: '0',
  // Summing a rollup's block once more at the insert halves the rate: a view has grouped it already, merges do the rest.
  optimize_on_insert: 0,
  // A row whose exporter lives in another century must not stop the partition: it makes one more part, no more.
  throw_on_max_partitions_per_insert_block: 0,
};

/** ClickHouse's numbers of errors that come from the rows themselves: parsing, conversion, range, constraint. */
const DATA_ERRORS: ReadonlySet<number> = new Set([
  6, 25, 26, 27, 32, 33, 38, 41, 53, 69, 70, 72, 117, 130, 131, 321, 349, 407, 469,
]);

/** The rows are refused whatever happens: no further attempt helps. */
export const isDataError = (error: unknown): boolean => {
  const code = errorCodeOf(error);
  return code !== undefined && DATA_ERRORS.has(code);
};

export interface Inserting {
  readonly clickhouse: ClickHouse;
  readonly table: Table;
  readonly token: (span: Span) => string;
  readonly signal?: AbortSignal;
}

/** Inserts the rows of a range as they are, under its token. Resolves when they are durable. */
export async function insertRange(
  { clickhouse, table, token, signal }: Inserting,
  range: Range,
): Promise<void> {
  if (rowsOf(range) === 0) return;
  await clickhouse.insertRowBinary({
    table: table.name,
    columns: Object.keys(table.columns),
    rows: bodyOf(range),
    token: token(range),
    settings: oneBlock,
    ...(signal === undefined ? {} : { signal }),
  });
}

export interface Sparing {
  /** Inserts a range; rejects with a data error only. */
  readonly insert: (range: Range) => Promise<void>;
  /** Parks the one message that the store refuses. */
  readonly park: (range: Range, cause: string) => Promise<void>;
}

/**
 * Inserts a range whose rows the store may refuse: halves it until the refused messages stand alone. The same range is
 * always halved alike, so every part keeps its token when all of it is done again.
 */
export async function insertSparing(work: Sparing, range: Range): Promise<void> {
  try {
    await work.insert(range);
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (range.messages.length === 1) {
      await work.park(range, error instanceof Error ? error.message : 'refused by the store');
      return;
    }
    for (const half of halvesOf(range)) await insertSparing(work, half);
  }
}

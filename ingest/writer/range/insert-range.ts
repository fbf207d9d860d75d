import type { ClickHouse, Settings } from '#platform/clickhouse/clickhouse.ts';
import { errorCodeOf } from '#platform/clickhouse/store-error.ts';
import { isDataErrorCode } from '#platform/clickhouse/data-error.ts';
import type { Table } from '#schemas/table/table.ts';
import { rowPiecesOf, bisect, rowCountOf, type Range, type SequenceSpan } from './range.ts';

/** Larger than any range, so that a range is never split: a deduplication token covers one block. */
const MAX_BLOCK_ROWS = 4_194_304;

/**
 * Makes one insert exactly one block in the table and in each materialized view, regardless of threads and insert
 * groups: a deduplication token covers blocks, not inserts.
 */
export const singleBlockSettings: Settings = {
  async_insert: 0,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  max_insert_block_size: String(MAX_BLOCK_ROWS),
  min_insert_block_size_rows: String(MAX_BLOCK_ROWS),
  min_insert_block_size_bytes: '0',
  min_insert_block_size_rows_for_materialized_views: String(MAX_BLOCK_ROWS),
  min_insert_block_size_bytes_for_materialized_views: '0',
  max_insert_threads: '1',
  max_threads: 1,
  group_by_two_level_threshold: '0',
  group_by_two_level_threshold_bytes: '0',
  // The views have grouped the block already and merges complete that. Optimising again on insert halves the rate.
  optimize_on_insert: 0,
  // A row with an implausible timestamp must not stop the partition: it only creates an extra part.
  throw_on_max_partitions_per_insert_block: 0,
};

/** True if the store rejects the rows themselves, so that a retry cannot help. */
export const isDataError = (error: unknown): boolean => isDataErrorCode(errorCodeOf(error));

export interface InsertTarget {
  readonly clickhouse: ClickHouse;
  readonly table: Table;
  readonly token: (span: SequenceSpan) => string;
  readonly signal?: AbortSignal;
}

/** Inserts the rows of a range under its deduplication token. Resolves once they are durable. */
export async function insertRange(
  { clickhouse, table, token, signal }: InsertTarget,
  range: Range,
): Promise<void> {
  if (rowCountOf(range) === 0) return;
  await clickhouse.insertRowBinary({
    table: table.name,
    columns: Object.keys(table.columns),
    rows: rowPiecesOf(range),
    token: token(range),
    settings: singleBlockSettings,
    ...(signal === undefined ? {} : { signal }),
  });
}

export interface BisectingInsert {
  /** Inserts a range. Rejects only with a data error. */
  readonly insert: (range: Range) => Promise<void>;
  /** Parks the message that the store rejects. */
  readonly park: (range: Range, cause: string) => Promise<void>;
}

/**
 * Inserts a range by bisection: a range that the store rejects is halved until each rejected message stands alone. The
 * split is deterministic, so every part keeps its token when the range is replayed.
 */
export async function insertBisecting(work: BisectingInsert, range: Range): Promise<void> {
  try {
    await work.insert(range);
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (range.messages.length === 1) {
      await work.park(range, error instanceof Error ? error.message : 'rejected by the store');
      return;
    }
    for (const half of bisect(range)) await insertBisecting(work, half);
  }
}

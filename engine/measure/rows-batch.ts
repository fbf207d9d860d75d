/** Rows for one message. */
export interface RowsBatch {
  readonly bytes: Uint8Array;
  readonly rows: number;
  /**
   * Increases from message to message and depends only on window and rows, so that a replay assigns the same
   * numbers.
   */
  readonly batch: number;
  /** Start of the window, seconds since 1970. */
  readonly at: number;
}

/** Approximate message size: smaller adds overhead, larger stalls the consumer. */
export const BATCH_BYTES = 64 * 1_024;

/** More messages than a window can have; start · 2^20 stays exact until the year 2242. */
export const MAX_BATCHES = 2 ** 20;

export const batchNumber = (windowStart: number, index: number): number => {
  if (index >= MAX_BATCHES) throw new RangeError(`more than ${String(MAX_BATCHES)} messages in one window`);
  return windowStart * MAX_BATCHES + index;
};

/** Start of the window of a batch, seconds since 1970. */
export const windowOfBatch = (batch: number): number => Math.floor(batch / MAX_BATCHES);

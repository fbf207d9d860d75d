/** Rows for one message. */
export interface RowsBatch {
  readonly bytes: Uint8Array;
  readonly rows: number;
  /** Increases from message to message; depends on the window and the rows alone, so that a replay numbers alike. */
  readonly batch: number;
  /** Start of the window, seconds since 1970. */
  readonly at: number;
}

/** A message holds about this much: less costs by the message, more stalls the consumer. */
export const BATCH_BYTES = 64 * 1_024;

/** More messages than a window can have; start · 2^20 stays exact until the year 2242. */
const MOST_BATCHES = 2 ** 20;

export const batchNumber = (windowStart: number, index: number): number => {
  if (index >= MOST_BATCHES) throw new RangeError(`more than ${String(MOST_BATCHES)} messages in one window`);
  return windowStart * MOST_BATCHES + index;
};

/** The window that a batch belongs to, seconds since 1970. */
export const windowOfBatch = (batch: number): number => Math.floor(batch / MOST_BATCHES);

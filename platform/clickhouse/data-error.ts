/** ClickHouse error codes caused by the rows themselves: parsing, conversion, range, constraint. */
const DATA_ERRORS: ReadonlySet<number> = new Set([
  6, 25, 26, 27, 32, 33, 38, 41, 53, 69, 70, 72, 117, 130, 131, 321, 349, 407, 469,
]);

/**
 * True if the store rejects the rows themselves, so that a retry cannot help. It does so before it writes: a range of the writer is
 * one block.
 */
export const isDataErrorCode = (code: number | undefined): boolean =>
  code !== undefined && DATA_ERRORS.has(code);

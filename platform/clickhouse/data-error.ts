/** ClickHouse error codes caused by the rows themselves: parsing, conversion, range, constraint. */
const DATA_ERRORS: ReadonlySet<number> = new Set([
  // A value or the end of a row is not where the format has it.
  6, 25, 26, 27, 32, 33, 38, 41, 72, 117, 130, 131,
  // A value does not fit into its column: type, range, length, precision.
  53, 69, 70, 321, 407,
  // NULL where there is none, and a constraint.
  349, 469,
]);

/**
 * True if the store rejects the rows themselves, so that a retry cannot help. It does so before it writes: a range of the writer is
 * one block.
 */
export const isDataErrorCode = (code: number | undefined): boolean =>
  code !== undefined && DATA_ERRORS.has(code);

/*
 * How many records of a set were decoded, and whether the next one is truncated, in one number: an object per set would be
 * allocated on the hot path.
 */

/** Encodes the number of records before one that ends after its set. Without such a record the number itself is returned. */
export const encodeTruncated = (records: number): number => -1 - records;

/** Decodes a result of `readDataSet` or `readOptions`. */
export const decodeRecordCount = (
  result: number,
): { readonly records: number; readonly truncated: boolean } =>
  result < 0 ? { records: -1 - result, truncated: true } : { records: result, truncated: false };

/** Limits of the data requests of a page. */
export const dataLimits = {
  /** Requests of one call. */
  maxRequests: 200,
  maxSeries: 30,
  maxKeys: 8,
  /** Keys of an earlier result that are named again: as many rows as a chart draws. */
  maxKnown: 200,
  /** Keys of a list breakdown. */
  maxListed: 1_000,
  maxFilters: 20,
  /** Values of a predicate, and elements that a filter names. */
  maxValues: 1_000,
  /** Elements that a statement names: more is a context that is too large. */
  maxElements: 50_000,
  /** Rows that a series of automatic granularity reads: of more values of five minutes those of hours are read, and the result says so. */
  automaticRows: 40_000_000,
  /** Rows of a result. */
  maxLines: 10_000,
  /** Statements of one customer that run at the same time, and of all customers. */
  running: 4,
  runningInAll: 8,
  /** Rows that a statement may return, rows that it may read, its memory in bytes and its time in seconds. */
  resultRows: 500_000,
  readRows: 2_000_000_000,
  memoryBytes: 2_000_000_000,
  seconds: 30,
  /** Responses of the store that are retained until the next window closes, in bytes of memory and seconds. */
  sharedBytes: 48 * 1_024 * 1_024,
  sharedSeconds: 300,
  /**
   * Steps of which the values of periods are merged: rows of one period, bytes of all, and seconds until they are read again,
   * with what arrived late.
   */
  cachedSteps: 100_000,
  cachedBytes: 32 * 1_024 * 1_024,
  cachedSeconds: 6 * 3_600,
} as const;

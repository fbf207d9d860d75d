/** Limits of a backtest and of concurrent backtests. */
export const backtestLimits = {
  maxDays: 30,
  /** Windows of all elements per engine: 3,000 elements over 30 days. */
  maxValues: 27_000_000,
  maxThresholds: 10_000,
  /** Buckets of the timeline. */
  buckets: 180,
  /** Sites of a top list, as in every top breakdown. */
  topSites: 30,
  /** A raise within this time after a clear is a flap. */
  flapSeconds: 3_600,
  /** Waiting backtests per engine, in addition to the running one. */
  waiting: 4,
  /** Maximum run time. */
  deadlineMs: 30_000,
  /** A backtest that is not polled for this time is cancelled. */
  abandonedAfterMs: 10_000,
  /** Retention of results, and their number per engine. */
  retentionMs: 300_000,
  maxResults: 100,
} as const;

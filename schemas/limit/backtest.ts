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
  waiting: 16,
  /** Waiting and running backtests of one user per engine. */
  maxPerAccount: 2,
  /** There is no limit on the run time; a backtest without any progress for this time ends. */
  stalledAfterMs: 120_000,
  /** A backtest that is not polled for this time is cancelled: browsers poll once a minute from a hidden tab. */
  abandonedAfterMs: 120_000,
  /** Retention of results that were not read yet, of those that were read, and their number per engine. */
  unreadRetentionMs: 3_600_000,
  retentionMs: 300_000,
  maxResults: 100,
} as const;

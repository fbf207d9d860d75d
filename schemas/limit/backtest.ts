/** What one backtest may ask for, and how many run. */
export const backtestLimits = {
  maxDays: 30,
  /** Windows of all elements together that one engine looks at: 3,000 elements over 30 days. */
  maxValues: 27_000_000,
  maxThresholds: 10_000,
  /** Buckets of the timeline. */
  buckets: 180,
  /** Sites of a top list, as of every top breakdown. */
  topSites: 30,
  /** A raise so soon after the clear before is a flap. */
  flapSeconds: 3_600,
  /** Backtests of one engine: one runs, so many more wait. */
  waiting: 4,
  /** From where it begins to run. */
  deadlineMs: 30_000,
  /** One that nobody asks about for so long is ended. */
  unaskedMs: 10_000,
  /** A result is kept for so long, and so many by one engine. */
  keptMs: 300_000,
  kept: 100,
} as const;

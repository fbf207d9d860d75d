/** Limits of history requests. Events are retained for three years, measures for 31 days. */
export const historyLimits = {
  /** The longest history (specification, section 9): three months, at most 92 days. */
  maxDays: 92,
  maxEvents: 1_000,
  maxBuckets: 577,
  /** Alarms of a past state. */
  maxRunning: 20_000,
  /** Times of silences in a period. */
  maxSilencePeriods: 2_000,
  /** Values of one filter. */
  maxChosen: 100,
} as const;

/** How much of the past one request may ask for. Events are kept for three years, measures for 31 days. */
export const historyLimits = {
  /** The longest history that is offered (specification, section 9): three months, of which none has more than 92 days. */
  maxDays: 92,
  maxEvents: 1_000,
  maxBuckets: 577,
  /** Alarms that a past state may have; more do not help anybody. */
  maxRunning: 20_000,
  /** Values of one filter. */
  maxChosen: 100,
} as const;

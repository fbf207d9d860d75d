/** Limits of what is marked on charts. */
export const elementMarkLimits = {
  /** Elements whose marks are read at once: more is a context that is too large. */
  maxElements: 10_000,
  /** Periods of alarms and of silences of a reply each, the newest. */
  maxPeriods: 500,
  /** Alarms whose definitions are compared. */
  maxDefinitions: 50,
  /** Configuration changes of a reply, the newest; the reply has the number of all. */
  maxChanges: 200,
  /** Kinds of elements of one request. */
  maxKinds: 8,
} as const;

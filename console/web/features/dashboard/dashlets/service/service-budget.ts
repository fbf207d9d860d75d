/** What a promise of a share of time leaves of the time that may be missed. */
export interface ServiceBudget {
  readonly isKept: boolean;
  /** Milliseconds that may be missed in the period. */
  readonly allowedMs: number;
  /** Milliseconds of it that are left; negative: more was missed. */
  readonly leftMs: number;
}

/** The budget of a period of `lengthMs` of which `reached` percent were promised as `promise` percent. */
export function serviceBudget(reached: number, promise: number, lengthMs: number): ServiceBudget {
  const allowedMs = ((100 - promise) / 100) * lengthMs;
  const missedMs = ((100 - reached) / 100) * lengthMs;
  return { isKept: reached >= promise, allowedMs, leftMs: allowedMs - missedMs };
}

/** What a window holds of one counter of an element, in the unit that formulas use; absent parts have no value. */
export interface CounterReading {
  readonly delta?: number;
  /** Seconds observed; of polls, their number. */
  readonly seconds?: number;
  readonly held?: number;
  readonly last?: number;
  readonly at?: number;
  readonly sum?: number;
  readonly count?: number;
  readonly min?: number;
  readonly max?: number;
  /** Newest value ever, of a setting. */
  readonly newest?: number;
}

/** What a formula reads of an element in a window. */
export interface Readings {
  readonly counters: Readonly<Record<string, CounterReading>>;
  /** `window`, and the contracts of an interface where there are some. */
  readonly properties: Readonly<Record<string, number>>;
}

/**
 * Changed rows of a customer per second up to which deltas are sent: from as many on, a snapshot is prepared once for all screens
 * (`features/alerting/large-snapshot.ts`), while every delta is written to every connection.
 */
const MAX_ROWS_PER_SPAN = 1_000;
const SPAN_MS = 1_000;
/** Throttling ends after this time without deltas. */
const IDLE_MS = 300;
/** Longest time without an update of the screens. */
const MAX_THROTTLED_MS = 5_000;

interface CustomerLoad {
  /** Rows since `sinceMs`. */
  rows: number;
  sinceMs: number;
  lastMs: number;
  throttledSinceMs: number | undefined;
}

/**
 * Suppresses the deltas of a customer while its alerts change so fast that one prepared, compressed snapshot costs each screen less
 * than the deltas. The screens read a snapshot afterwards.
 */
export class DeltaThrottle {
  readonly #loads = new Map<number, CustomerLoad>();

  /** Whether a delta with this number of rows is sent. */
  admit(customer: number, rows: number, nowMs: number): boolean {
    let load = this.#loads.get(customer);
    if (load === undefined) {
      load = { rows: 0, sinceMs: nowMs, lastMs: nowMs, throttledSinceMs: undefined };
      this.#loads.set(customer, load);
    }
    if (nowMs - load.sinceMs > SPAN_MS) {
      load.sinceMs = nowMs;
      load.rows = 0;
    }
    load.rows += rows;
    load.lastMs = nowMs;
    if (load.rows > MAX_ROWS_PER_SPAN) load.throttledSinceMs ??= nowMs;
    return load.throttledSinceMs === undefined;
  }

  /** Ends throttling where it is due. Returns the customers whose screens must read a snapshot now. */
  drain(nowMs: number): readonly number[] {
    const drained: number[] = [];
    for (const [customer, { lastMs, throttledSinceMs }] of this.#loads) {
      if (throttledSinceMs === undefined) continue;
      if (nowMs - lastMs < IDLE_MS && nowMs - throttledSinceMs < MAX_THROTTLED_MS) continue;
      this.#loads.delete(customer);
      drained.push(customer);
    }
    return drained;
  }

  /** Whether the deltas of any customer are suppressed. */
  get isThrottling(): boolean {
    return this.#loads.values().some(({ throttledSinceMs }) => throttledSinceMs !== undefined);
  }
}

/** Rows of a customer within a second that its screens are still told one by one. */
const MOST_ROWS = 4_000;
const SPAN_MS = 1_000;
/** A flood is over when nothing came for so long. */
const QUIET_MS = 300;
/** No longer than this screens are left as they are. */
const MOST_HELD_MS = 5_000;

interface Flow {
  /** Of the span that began at `sinceMs`. */
  rows: number;
  sinceMs: number;
  lastMs: number;
  heldMs: number | undefined;
}

/**
 * Customers of whom so much changes at once that a snapshot, made once and compressed, costs each screen less than the deltas
 * would: those are held back, and when it is over the screens read where it led to.
 */
export class Floods {
  readonly #flows = new Map<number, Flow>();

  /** Whether a delta with so many rows is handed on. */
  passes(customer: number, rows: number, nowMs: number): boolean {
    let flow = this.#flows.get(customer);
    if (flow === undefined) {
      flow = { rows: 0, sinceMs: nowMs, lastMs: nowMs, heldMs: undefined };
      this.#flows.set(customer, flow);
    }
    if (nowMs - flow.sinceMs > SPAN_MS) {
      flow.sinceMs = nowMs;
      flow.rows = 0;
    }
    flow.rows += rows;
    flow.lastMs = nowMs;
    if (flow.rows > MOST_ROWS) flow.heldMs ??= nowMs;
    return flow.heldMs === undefined;
  }

  /** Customers whose screens are to read a snapshot now; what comes from here on is handed on again. */
  over(nowMs: number): readonly number[] {
    const over: number[] = [];
    for (const [customer, { lastMs, heldMs }] of this.#flows) {
      if (heldMs === undefined) continue;
      if (nowMs - lastMs < QUIET_MS && nowMs - heldMs < MOST_HELD_MS) continue;
      this.#flows.delete(customer);
      over.push(customer);
    }
    return over;
  }

  /** Deltas of some customer are held back. */
  get isHolding(): boolean {
    return this.#flows.values().some(({ heldMs }) => heldMs !== undefined);
  }
}

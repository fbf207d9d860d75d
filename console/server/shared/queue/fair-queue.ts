/** When work may start, and whether at all. */
interface Turn {
  readonly signal: AbortSignal;
  /** Among the work of its customer lower ones go first; default 0. */
  readonly place?: number;
}

/** Starts the next waiting work when some ends. */
interface Waiting {
  readonly start: (rank: number) => void;
  readonly place: number;
  readonly signal: AbortSignal;
}

/**
 * Runs work of several customers with a limit for each and one for all. Customers take turns, so that one with a long queue delays the
 * others by at most the work that runs. Each has a rank among the work of its customer, from 1, and from 2 while more of the customer's
 * waits: the store prefers lower ones, so that a customer with many requests gives way to another one's first work.
 */
export class FairQueue {
  readonly #limits: { readonly running: number; readonly runningInAll: number };
  readonly #waiting = new Map<number, Waiting[]>();
  /** Ranks of the work that runs. */
  readonly #running = new Map<number, Set<number>>();
  #runningInAll = 0;

  constructor(limits: { readonly running: number; readonly runningInAll: number }) {
    this.#limits = limits;
  }

  /** Customers that wait or run, for tests and metrics. */
  get size(): number {
    return new Set([...this.#waiting.keys(), ...this.#running.keys()]).size;
  }

  /** Rejects with the reason of the signal when that aborts before the work starts. */
  async run<Value>(
    customer: number,
    work: (rank: number) => Promise<Value>,
    { signal, place = 0 }: Turn,
  ): Promise<Value> {
    const rank = await this.#turn(customer, signal, place);
    try {
      return await work(rank);
    } finally {
      this.#end(customer, rank);
    }
  }

  #turn(customer: number, signal: AbortSignal, place: number): Promise<number> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#forget(customer, waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        signal,
        place,
        start: (rank) => {
          signal.removeEventListener('abort', leave);
          resolve(rank);
        },
      };
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      const others = this.#waiting.get(customer) ?? [];
      // Mostly last, of hundreds.
      others.splice(others.findLastIndex((each) => each.place <= place) + 1, 0, waiting);
      this.#waiting.set(customer, others);
      this.#startNext();
    });
  }

  #forget(customer: number, waiting: Waiting): void {
    const waitingOf = this.#waiting.get(customer) ?? [];
    const place = waitingOf.indexOf(waiting);
    if (place >= 0) waitingOf.splice(place, 1);
    if (waitingOf.length === 0) this.#waiting.delete(customer);
  }

  #end(customer: number, rank: number): void {
    const ranks = this.#running.get(customer);
    ranks?.delete(rank);
    if (ranks?.size === 0) this.#running.delete(customer);
    this.#runningInAll -= 1;
    this.#startNext();
  }

  /** The lowest rank that no running work of the customer has; 1 is left free where more waits. */
  #rankOf(customer: number): number {
    const ranks = this.#running.get(customer) ?? new Set();
    this.#running.set(customer, ranks);
    let rank = this.#waiting.has(customer) ? 2 : 1;
    while (ranks.has(rank)) rank += 1;
    ranks.add(rank);
    return rank;
  }

  #startNext(): void {
    while (this.#runningInAll < this.#limits.runningInAll) {
      const next = this.#next();
      if (next === undefined) return;
      const [customer, waiting] = next;
      this.#forget(customer, waiting);
      // The customer moves to the end of the order.
      const others = this.#waiting.get(customer);
      if (others !== undefined) {
        this.#waiting.delete(customer);
        this.#waiting.set(customer, others);
      }
      this.#runningInAll += 1;
      waiting.start(this.#rankOf(customer));
    }
  }

  #next(): readonly [number, Waiting] | undefined {
    for (const [customer, [first]] of this.#waiting)
      if (first !== undefined && (this.#running.get(customer)?.size ?? 0) < this.#limits.running)
        return [customer, first];
    return undefined;
  }
}

/** Starts the next waiting work when some ends. */
interface Waiting {
  readonly start: () => void;
  readonly signal: AbortSignal;
}

/**
 * Runs work of several customers with a limit for each and one for all. Customers take turns, so that one with a long queue delays the
 * others by at most the work that runs.
 */
export class FairQueue {
  readonly #limits: { readonly running: number; readonly runningInAll: number };
  readonly #waiting = new Map<number, Waiting[]>();
  readonly #running = new Map<number, number>();
  #runningInAll = 0;

  constructor(limits: { readonly running: number; readonly runningInAll: number }) {
    this.#limits = limits;
  }

  /** Customers that wait or run, for tests and metrics. */
  get size(): number {
    return new Set([...this.#waiting.keys(), ...this.#running.keys()]).size;
  }

  /** Rejects with the reason of the signal when that aborts before the work starts. */
  async run<Value>(customer: number, work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    await this.#turn(customer, signal);
    try {
      return await work();
    } finally {
      this.#end(customer);
    }
  }

  #turn(customer: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#forget(customer, waiting);
        reject(signal.reason as Error);
      };
      const waiting: Waiting = {
        signal,
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.set(customer, [...(this.#waiting.get(customer) ?? []), waiting]);
      this.#startNext();
    });
  }

  #forget(customer: number, waiting: Waiting): void {
    const left = this.#waiting.get(customer)?.filter((each) => each !== waiting) ?? [];
    if (left.length === 0) this.#waiting.delete(customer);
    else this.#waiting.set(customer, left);
  }

  #end(customer: number): void {
    const left = (this.#running.get(customer) ?? 1) - 1;
    if (left === 0) this.#running.delete(customer);
    else this.#running.set(customer, left);
    this.#runningInAll -= 1;
    this.#startNext();
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
      this.#running.set(customer, (this.#running.get(customer) ?? 0) + 1);
      this.#runningInAll += 1;
      waiting.start();
    }
  }

  #next(): readonly [number, Waiting] | undefined {
    for (const [customer, [first]] of this.#waiting)
      if (first !== undefined && (this.#running.get(customer) ?? 0) < this.#limits.running)
        return [customer, first];
    return undefined;
  }
}

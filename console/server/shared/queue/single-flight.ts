interface Flight<Value> {
  readonly value: Promise<Value>;
  readonly stop: AbortController;
  /** Callers that wait for it. */
  waiting: number;
}

/**
 * Coalesces equal requests: work that is requested again while it runs is done once for all who request it. It is stopped when the last of
 * them leaves; what fails is done again by the next request.
 */
export class SingleFlight<Value> {
  readonly #running = new Map<string, Flight<Value>>();

  /** Number of works that run. */
  get size(): number {
    return this.#running.size;
  }

  has(key: string): boolean {
    return this.#running.has(key);
  }

  /** Starts the work of a key, or joins it. Rejects with the reason of the signal when the caller leaves; without one it stays. */
  async run(key: string, work: (stop: AbortSignal) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    const flight = this.#running.get(key) ?? this.#start(key, work);
    flight.waiting += 1;
    return signal === undefined ? flight.value : this.#joined(key, flight, signal);
  }

  #start(key: string, work: (stop: AbortSignal) => Promise<Value>): Flight<Value> {
    const stop = new AbortController();
    const flight: Flight<Value> = { value: work(stop.signal), stop, waiting: 0 };
    this.#running.set(key, flight);
    const end = (): void => {
      this.#end(key, flight);
    };
    flight.value.then(end, end);
    return flight;
  }

  #end(key: string, flight: Flight<Value>): void {
    if (this.#running.get(key) === flight) this.#running.delete(key);
  }

  #joined(key: string, flight: Flight<Value>, signal: AbortSignal): Promise<Value> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        flight.waiting -= 1;
        const reason = signal.reason as Error;
        reject(reason);
        if (flight.waiting > 0) return;
        this.#end(key, flight);
        flight.stop.abort(reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      flight.value.then(
        (value) => {
          signal.removeEventListener('abort', leave);
          resolve(value);
        },
        (error: unknown) => {
          signal.removeEventListener('abort', leave);
          reject(error);
        },
      );
    });
  }
}

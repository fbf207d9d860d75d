interface QueuedJob {
  /** The parts of a backtest on several partitions share it. */
  readonly id: string;
  readonly account: number;
  /** If aborted while waiting, it leaves the queue at once. */
  readonly signal: AbortSignal;
}

interface QueueEntry extends QueuedJob {
  /** Resolves when the job may run. */
  readonly turn: PromiseWithResolvers<void>;
}

interface QueueLimits {
  /** Backtests that may wait behind the running one. */
  readonly waiting: number;
  /** Waiting and running backtests of one account. */
  readonly maxPerAccount: number;
}

type Room = 'room' | 'full' | 'account full';

const idsOf = (entries: readonly QueueEntry[]): ReadonlySet<string> => new Set(entries.map(({ id }) => id));

/**
 * Backtests of one engine: one runs at a time alongside the live work, a few wait. Accounts take turns, so that one with several
 * backtests does not hold up the others.
 */
export class BacktestQueue {
  readonly #limits: QueueLimits;
  readonly #waiting: QueueEntry[] = [];
  #running: QueueEntry | undefined;
  /** Number of the last turn of each account that has entries. */
  readonly #lastTurns = new Map<number, number>();
  #turns = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /** Whether there is room for a backtest. Another part of one that was accepted always has room. */
  roomFor({ id, account }: Pick<QueuedJob, 'id' | 'account'>): Room {
    const entries = this.#entries();
    if (idsOf(entries).has(id)) return 'room';
    const own = idsOf(entries.filter((entry) => entry.account === account));
    if (own.size >= this.#limits.maxPerAccount) return 'account full';
    return idsOf(entries).size > this.#limits.waiting ? 'full' : 'room';
  }

  /** Returns the number of backtests before this one; 0 if it is not queued. */
  ahead(id: string): number {
    const order = [...idsOf([...this.#runningFirst(), ...this.#inOrder()])];
    return Math.max(0, order.indexOf(id));
  }

  /** Runs when its turn comes; check `roomFor` first. Rejects with the signal's reason if it is aborted. */
  async run<Value>(job: QueuedJob, work: () => Promise<Value>): Promise<Value> {
    const { signal } = job;
    signal.throwIfAborted();
    const entry: QueueEntry = { ...job, turn: Promise.withResolvers() };
    const leave = (): void => entry.turn.reject(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    this.#waiting.push(entry);
    this.#startNext();
    try {
      await entry.turn.promise;
      signal.throwIfAborted();
      return await work();
    } finally {
      signal.removeEventListener('abort', leave);
      this.#remove(entry);
      this.#startNext();
    }
  }

  #runningFirst(): readonly QueueEntry[] {
    return this.#running === undefined ? [] : [this.#running];
  }

  #entries(): readonly QueueEntry[] {
    return [...this.#runningFirst(), ...this.#waiting];
  }

  /** Those waiting, of the account first whose last turn was the longest ago; by arrival within an account. */
  #inOrder(): readonly QueueEntry[] {
    const turnOf = ({ account }: QueueEntry): number => this.#lastTurns.get(account) ?? 0;
    return this.#waiting.toSorted((one, other) => turnOf(one) - turnOf(other));
  }

  #startNext(): void {
    if (this.#running !== undefined) return;
    const [next] = this.#inOrder();
    if (next === undefined) return;
    this.#waiting.splice(this.#waiting.indexOf(next), 1);
    this.#running = next;
    this.#turns += 1;
    this.#lastTurns.set(next.account, this.#turns);
    next.turn.resolve();
  }

  #remove(entry: QueueEntry): void {
    if (this.#running === entry) this.#running = undefined;
    else this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    if (!this.#entries().some(({ account }) => account === entry.account))
      this.#lastTurns.delete(entry.account);
  }
}

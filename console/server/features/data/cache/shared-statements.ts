import type { MeasuredColumns } from '#platform/clickhouse/clickhouse.ts';
import type { Clock } from '#platform/clock/clock.ts';
import { dataLimits } from '#schemas/limit/data.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { sizedCache, type SizedCache } from './sized-cache.ts';

export interface Ran extends MeasuredColumns {
  readonly sql: string;
  readonly queuedMs: number;
  /** Statements that were read together: all of them have what was read, and the text. */
  readonly together: number;
}

/** Memory of parsed columns by the bytes of their text, at most: numbers beside nulls are objects. */
const MEMORY_OF_TEXT = 2;

interface Running {
  readonly ran: Promise<Ran>;
  readonly stop: AbortController;
  /** Calls that wait for it. */
  waiting: number;
}

interface CachedStatement {
  readonly ran: Ran;
  readonly bytes: number;
  readonly atMs: number;
}

/** A statement of which every value is bound: rights, sites and filters are part of its text. */
interface SharedRequest {
  readonly text: string;
  /** Retained for others once it ran: no window that it reads changes before the next one closes. */
  readonly isFinal: boolean;
  readonly signal: AbortSignal;
}

/** Runs a statement once for all calls that request it at the same time, and until the next window closes. */
export class SharedStatements {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #running = new Map<string, Running>();
  readonly #retained: SizedCache<CachedStatement>;

  constructor(clock: Pick<Clock, 'now'>, maxBytes: number = dataLimits.sharedBytes) {
    this.#clock = clock;
    this.#retained = sizedCache(maxBytes);
  }

  /** The rows of a statement; `isOwn`: it ran for this call. It ends in the store when the last call that waits for it leaves. */
  async run(
    requested: SharedRequest,
    work: (signal: AbortSignal) => Promise<Ran>,
  ): Promise<{ readonly ran: Ran; readonly isOwn: boolean }> {
    const { text, signal } = requested;
    signal.throwIfAborted();
    const retained = this.#retained.get(text);
    if (retained !== undefined && this.#nowMs() - retained.atMs < dataLimits.sharedSeconds * SECOND_MS)
      return { ran: retained.ran, isOwn: false };
    const known = this.#running.get(text);
    const running = known ?? this.#start(requested, work);
    return { ran: await this.#joined(text, running, signal), isOwn: known === undefined };
  }

  #start({ text, isFinal }: SharedRequest, work: (signal: AbortSignal) => Promise<Ran>): Running {
    const stop = new AbortController();
    const running: Running = { ran: work(stop.signal), stop, waiting: 0 };
    this.#running.set(text, running);
    running.ran.then(
      (ran) => {
        this.#end(text, running);
        const bytes = ran.replyBytes * MEMORY_OF_TEXT + text.length;
        if (isFinal) this.#retained.set(text, { ran, bytes, atMs: this.#nowMs() });
      },
      () => {
        this.#end(text, running);
      },
    );
    return running;
  }

  #end(text: string, running: Running): void {
    if (this.#running.get(text) === running) this.#running.delete(text);
  }

  #joined(text: string, running: Running, signal: AbortSignal): Promise<Ran> {
    running.waiting += 1;
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        running.waiting -= 1;
        const reason = signal.reason as Error;
        reject(reason);
        if (running.waiting > 0) return;
        this.#end(text, running);
        running.stop.abort(reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      running.ran.then(resolve, reject).finally(() => {
        signal.removeEventListener('abort', leave);
      });
    });
  }

  #nowMs(): number {
    return this.#clock.now().getTime();
  }
}

import { Worker } from 'node:worker_threads';
import type { Clock } from '#platform/clock/clock.ts';
import { FairQueue } from '../queue/fair-queue.ts';
import type { PathJob, PathResult } from './apply-paths.ts';

/** Time for the paths of one answer. */
const MAX_MS = 2_000;
/** Heap of the thread: an answer of 5 MB takes ten times as much, and a path may select it more than once. */
const MAX_HEAP_MB = 256;

export type FilterResult =
  | PathResult
  | { readonly ok: false; readonly fault: { readonly code: 'JSON_FILTER_SLOW' } };

const tooMuch: FilterResult = { ok: false, fault: { code: 'TOO_MUCH_DATA' } };
const slow: FilterResult = { ok: false, fault: { code: 'JSON_FILTER_SLOW' } };

/** Applies JSON paths in a thread of its own, one answer after the other. Customers take turns: one with many slow filters does not keep the others waiting. */
export class PathFilter {
  readonly #clock: Clock;
  readonly #maxMs: number;
  readonly #queue = new FairQueue({ running: 1, runningInAll: 1 });
  #worker: Worker | undefined;

  constructor(clock: Clock, maxMs = MAX_MS) {
    this.#clock = clock;
    this.#maxMs = maxMs;
  }

  /** Never rejects for what the paths or the answer are; with the reason of the signal when that aborts before the job starts. */
  run(customer: number, job: PathJob, signal: AbortSignal): Promise<FilterResult> {
    return this.#queue.run(customer, () => this.#runNow(job), { signal });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  async #runNow(job: PathJob): Promise<FilterResult> {
    const worker = this.#open();
    const over = new AbortController();
    const { promise, resolve } = Promise.withResolvers<FilterResult>();
    const take = (result: PathResult): void => resolve(result);
    // The heap of the thread is full, or it was ended.
    const fail = (): void => resolve(tooMuch);
    worker.once('message', take);
    worker.once('error', fail);
    worker.once('exit', fail);
    try {
      worker.postMessage(job, []);
      const late = this.#clock.wait(this.#maxMs, over.signal).then(() => slow);
      const result = await Promise.race([promise, late]);
      if (result === slow) await this.close();
      return result;
    } catch (error) {
      // Nested too deeply to be handed over.
      if (error instanceof RangeError) return tooMuch;
      throw error;
    } finally {
      over.abort();
      worker.off('message', take);
      worker.off('exit', fail);
      worker.off('error', fail);
    }
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('path-thread.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      // Flags of a test runner are none of its business.
      execArgv: [],
    });
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = undefined;
    };
    worker.on('error', forget);
    worker.on('exit', forget);
    worker.unref();
    this.#worker = worker;
    return worker;
  }
}

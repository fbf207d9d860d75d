import { Worker } from 'node:worker_threads';
import type { Clock } from '#platform/clock/clock.ts';
import type { PathJob, PathResult } from './apply-paths.ts';

/** Time for the paths of one answer. */
const MAX_MS = 2_000;
/** Heap of the thread: an answer of 5 MB takes ten times as much, and a path may select it more than once. */
const MAX_HEAP_MB = 256;

export type FilterResult =
  | PathResult
  | { readonly ok: false; readonly fault: { readonly code: 'JSON_FILTER_SLOW' } };

const slow: FilterResult = { ok: false, fault: { code: 'JSON_FILTER_SLOW' } };

/** Applies JSON paths in a thread of its own, one answer after the other. */
export class PathFilter {
  readonly #clock: Clock;
  readonly #maxMs: number;
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(clock: Clock, maxMs = MAX_MS) {
    this.#clock = clock;
    this.#maxMs = maxMs;
  }

  /** Never rejects for what the paths or the answer are. */
  run(job: PathJob, signal: AbortSignal): Promise<FilterResult> {
    const done = this.#last.then(() => (signal.aborted ? slow : this.#runNow(job)));
    this.#last = done.catch(() => undefined);
    return done;
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
    const fail = (): void => resolve({ ok: false, fault: { code: 'TOO_MUCH_DATA' } });
    worker.once('message', take);
    worker.once('error', fail);
    worker.once('exit', fail);
    try {
      worker.postMessage(job, []);
      const late = this.#clock.wait(this.#maxMs, over.signal).then(() => slow);
      const result = await Promise.race([promise, late]);
      if (result === slow) await this.close();
      return result;
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

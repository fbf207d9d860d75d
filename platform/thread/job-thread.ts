import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock/clock.ts';

/** How a job ended: with a result, after its time, or without one: the heap was full, the thread was closed, or job or result are nested too deeply to be handed over. */
export type JobEnd<Result> =
  | { readonly is: 'done'; readonly result: Result }
  | { readonly is: 'late' }
  | { readonly is: 'ended' };

const late = { is: 'late' } as const;
const ended = { is: 'ended' } as const;

/** What a thread posts once it has loaded: the time of a job starts then, however long a busy machine takes to start the thread. */
export const THREAD_READY = 'ready';

interface OpenThread {
  readonly worker: Worker;
  readonly isReady: Promise<void>;
}

/** Runs jobs of unknown length alongside the requests of a process, in a thread that opens with the first one. A late job ends with its thread. */
export class JobThread<Job, Result> {
  readonly #clock: Clock;
  readonly #file: URL;
  readonly #maxHeapMb: number;
  #thread: OpenThread | undefined;

  /** `file` calls `serveJobs`. */
  constructor(clock: Clock, file: URL, { maxHeapMb }: { readonly maxHeapMb: number }) {
    this.#clock = clock;
    this.#file = file;
    this.#maxHeapMb = maxHeapMb;
  }

  /** One job at a time: the next one is run when this has ended. Throws a RangeError for what is nested too deeply to be handed over. */
  async run(job: Job, maxMs: number): Promise<JobEnd<Result>> {
    const { worker, isReady } = this.#open();
    const over = new AbortController();
    const { promise, resolve } = Promise.withResolvers<JobEnd<Result>>();
    const take = (result: Result): void => resolve({ is: 'done', result });
    const fail = (): void => resolve(ended);
    worker.once('error', fail);
    worker.once('exit', fail);
    worker.once('messageerror', fail);
    try {
      const failed = await Promise.race([isReady, promise]);
      if (failed !== undefined) return failed;
      worker.once('message', take);
      worker.postMessage(job, []);
      const end = await Promise.race([promise, this.#clock.wait(maxMs, over.signal).then(() => late)]);
      if (end.is === 'late') await this.close();
      return end;
    } finally {
      over.abort();
      worker.off('message', take);
      worker.off('exit', fail);
      worker.off('error', fail);
      worker.off('messageerror', fail);
    }
  }

  async close(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.worker.terminate();
  }

  #open(): OpenThread {
    if (this.#thread !== undefined) return this.#thread;
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: this.#maxHeapMb },
      // Flags of a test runner are none of its business.
      execArgv: [],
    });
    const { promise: isReady, resolve } = Promise.withResolvers<void>();
    worker.once('message', () => resolve());
    const thread = { worker, isReady };
    const forget = (): void => {
      if (this.#thread === thread) this.#thread = undefined;
    };
    worker.on('error', forget);
    worker.on('exit', forget);
    worker.unref();
    this.#thread = thread;
    return thread;
  }
}

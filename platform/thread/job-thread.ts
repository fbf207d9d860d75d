import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock/clock.ts';

/** How a job ended: with a result, after its time, or with the thread, whose heap was full or which was closed. */
export type JobEnd<Result> =
  | { readonly is: 'done'; readonly result: Result }
  | { readonly is: 'late' }
  | { readonly is: 'ended' };

const late = { is: 'late' } as const;

/** Runs jobs of unknown length beside the requests of a process, in a thread that opens with the first one. A late job ends with its thread. */
export class JobThread<Job, Result> {
  readonly #clock: Clock;
  readonly #file: URL;
  readonly #maxHeapMb: number;
  #worker: Worker | undefined;

  /** `file`: answers each message of its port with one. */
  constructor(clock: Clock, file: URL, { maxHeapMb }: { readonly maxHeapMb: number }) {
    this.#clock = clock;
    this.#file = file;
    this.#maxHeapMb = maxHeapMb;
  }

  /** One job at a time: the next one is run when this has ended. Throws a RangeError for what is nested too deeply to be handed over. */
  async run(job: Job, maxMs: number): Promise<JobEnd<Result>> {
    const worker = this.#open();
    const over = new AbortController();
    const { promise, resolve } = Promise.withResolvers<JobEnd<Result>>();
    const take = (result: Result): void => resolve({ is: 'done', result });
    const fail = (): void => resolve({ is: 'ended' });
    worker.once('message', take);
    worker.once('error', fail);
    worker.once('exit', fail);
    try {
      worker.postMessage(job, []);
      const ended = await Promise.race([promise, this.#clock.wait(maxMs, over.signal).then(() => late)]);
      if (ended.is === 'late') await this.close();
      return ended;
    } finally {
      over.abort();
      worker.off('message', take);
      worker.off('exit', fail);
      worker.off('error', fail);
    }
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }

  #open(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(this.#file, {
      resourceLimits: { maxOldGenerationSizeMb: this.#maxHeapMb },
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

import type { Clock } from '#platform/clock/clock.ts';
import { JobThread } from '#platform/thread/job-thread.ts';
import { FairQueue } from '../queue/fair-queue.ts';
import type { PathJob, PathResult } from './apply-paths.ts';

/** Time for the paths of one response. */
const MAX_MS = 2_000;
/** Heap of the thread: a response of 5 MB takes ten times as much, and a path may select it more than once. */
const MAX_HEAP_MB = 256;

export type FilterResult =
  | PathResult
  | { readonly ok: false; readonly fault: { readonly code: 'JSON_FILTER_SLOW' } };

const tooMuch: FilterResult = { ok: false, fault: { code: 'TOO_MUCH_DATA' } };
const slow: FilterResult = { ok: false, fault: { code: 'JSON_FILTER_SLOW' } };

/** Applies JSON paths in a thread of its own, one response after the other. Customers take turns: one with many slow filters does not keep the others waiting. */
export class PathFilter {
  readonly #thread: JobThread<PathJob, PathResult>;
  readonly #maxMs: number;
  readonly #queue = new FairQueue({ running: 1, runningInAll: 1 });

  constructor(clock: Clock, maxMs = MAX_MS) {
    const file = new URL('path-thread.ts', import.meta.url);
    this.#thread = new JobThread(clock, file, { maxHeapMb: MAX_HEAP_MB });
    this.#maxMs = maxMs;
  }

  /** Never rejects because of the paths or the response; with the reason of the signal when that aborts before the job starts. */
  run(customer: number, job: PathJob, signal: AbortSignal): Promise<FilterResult> {
    return this.#queue.run(customer, () => this.#runNow(job), { signal });
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #runNow(job: PathJob): Promise<FilterResult> {
    try {
      const ended = await this.#thread.run(job, this.#maxMs);
      if (ended.is === 'done') return ended.result;
      // The heap of the thread is full, or it was ended.
      return ended.is === 'late' ? slow : tooMuch;
    } catch (error) {
      // Nested too deeply to be handed over.
      if (error instanceof RangeError) return tooMuch;
      throw error;
    }
  }
}

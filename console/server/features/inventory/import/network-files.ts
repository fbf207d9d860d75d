import type { Clock } from '#platform/clock/clock.ts';
import { JobThread } from '#platform/thread/job-thread.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { FairQueue } from '../../../shared/queue/fair-queue.ts';
import type { NetworkFileJob, NetworkFileResult } from './network-file-thread.ts';

const MAX_MS = 60_000;
/** YAML of eight megabytes takes fifty times as much. */
const MAX_HEAP_MB = 512;

/** Reads network files in a thread of its own, one after the other. Users take turns. */
export class NetworkFiles {
  readonly #thread: JobThread<NetworkFileJob, NetworkFileResult>;
  readonly #queue = new FairQueue({ running: 1, runningInAll: 1 });

  constructor(clock: Clock) {
    const file = new URL('network-file-thread.ts', import.meta.url);
    this.#thread = new JobThread(clock, file, { maxHeapMb: MAX_HEAP_MB });
  }

  /** `user`: whose turn it is. Throws IMPORT_TOO_SLOW, IMPORT_OUT_OF_MEMORY. */
  async read(user: number, job: NetworkFileJob, signal: AbortSignal): Promise<NetworkFileResult> {
    const ended = await this.#queue.run(user, () => this.#thread.run(job, MAX_MS), { signal });
    if (ended.is === 'late') throw new ProblemError('IMPORT_TOO_SLOW');
    if (ended.is === 'ended') throw new ProblemError('IMPORT_OUT_OF_MEMORY');
    return ended.result;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

import type { Clock } from '#platform/clock/clock.ts';
import { JobThread } from '#platform/thread/job-thread.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { FairQueue } from '../../shared/queue/fair-queue.ts';
import type {
  ApplicationFileJob,
  ApplicationFilePlan,
  PlannedApplication,
} from './application-file-thread.ts';

/** The largest file takes a second of an idle processor. */
const MAX_MS = 20_000;
/** A file of two megabytes takes thirty times as much. */
const MAX_HEAP_MB = 192;
/** The provider's own applications wait as those of a customer. */
const PROVIDER = 0;

/** A file that can be applied. */
export interface PlannedFile {
  readonly planned: readonly PlannedApplication[];
  readonly clients: readonly { readonly line: number; readonly client: string }[];
}

/** Reads files of applications in a thread of its own, one after the other. Customers take turns. */
export class ApplicationFiles {
  readonly #thread: JobThread<ApplicationFileJob, ApplicationFilePlan>;
  readonly #queue = new FairQueue({ running: 1, runningInAll: 1 });

  constructor(clock: Clock) {
    const file = new URL('application-file-thread.ts', import.meta.url);
    this.#thread = new JobThread(clock, file, { maxHeapMb: MAX_HEAP_MB });
  }

  /** Throws IMPORT_FORMAT_INVALID with the faults of the file, APPLICATION_MAXIMUM_REACHED, IMPORT_OUT_OF_MEMORY, IMPORT_TOO_SLOW. */
  async plan(customer: number | null, job: ApplicationFileJob, signal: AbortSignal): Promise<PlannedFile> {
    const run = () => this.#thread.run(job, MAX_MS);
    const ended = await this.#queue.run(customer ?? PROVIDER, run, { signal });
    if (ended.is === 'late') throw new ProblemError('IMPORT_TOO_SLOW');
    if (ended.is === 'ended') throw new ProblemError('IMPORT_OUT_OF_MEMORY');
    const plan = ended.result;
    if (plan.is === 'faulty') throw new ProblemError('IMPORT_FORMAT_INVALID', { errors: plan.faults });
    if (plan.is === 'too many')
      throw new ProblemError('APPLICATION_MAXIMUM_REACHED', { params: { max: job.max } });
    return plan;
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

import type { Clock } from '#platform/clock/clock.ts';
import { JobThread, type JobEnd } from '#platform/thread/job-thread.ts';
import type { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { NetworkFileFault } from '#schemas/inventory/network-file-fault.ts';
import type { RefusedAddress } from '#schemas/inventory/refused-address.ts';
import { ProblemError } from '../../../kernel/problem/problem-error.ts';
import { FairQueue } from '../../../shared/queue/fair-queue.ts';
import { AssembledFile, type FilePiece } from './network-file-pieces.ts';
import type { NetworkFileJob, PiecesJob, ReadNetworkFile } from './network-file-thread.ts';

type NetworkFileResult =
  | { readonly ok: true; readonly value: NetworkFile; readonly refused: readonly RefusedAddress[] }
  | { readonly ok: false; readonly faults: readonly NetworkFileFault[] };

const MAX_MS = 60_000;
/** YAML of eight megabytes takes fifty times as much. */
const MAX_HEAP_MB = 512;

function resultOf<Result>(ended: JobEnd<Result>): Result {
  if (ended.is === 'late') throw new ProblemError('IMPORT_TOO_SLOW');
  if (ended.is === 'ended') throw new ProblemError('IMPORT_OUT_OF_MEMORY');
  return ended.result;
}

/** Reads network files in a thread of its own, one after the other. Users take turns. */
export class NetworkFiles {
  readonly #thread: JobThread<NetworkFileJob | PiecesJob, ReadNetworkFile | readonly FilePiece[]>;
  readonly #queue = new FairQueue({ running: 1, runningInAll: 1 });

  constructor(clock: Clock) {
    const file = new URL('network-file-thread.ts', import.meta.url);
    this.#thread = new JobThread(clock, file, { maxHeapMb: MAX_HEAP_MB });
  }

  /** `user`: whose turn it is. Throws IMPORT_TOO_SLOW, IMPORT_OUT_OF_MEMORY. */
  async read(user: number, job: NetworkFileJob, signal: AbortSignal): Promise<NetworkFileResult> {
    return this.#queue.run(user, () => this.#read(job), { signal });
  }

  /** One turn of the event loop for each part of the file: a large one at once would block all other requests. */
  async #read(job: NetworkFileJob): Promise<NetworkFileResult> {
    const read = resultOf(await this.#thread.run(job, MAX_MS)) as ReadNetworkFile;
    if (!read.ok) return read;
    const file = new AssembledFile();
    for (let turn = 0; turn < read.turns; turn += 1)
      file.add(resultOf(await this.#thread.run({ turn }, MAX_MS)) as readonly FilePiece[]);
    return { ok: true, value: file.value as NetworkFile, refused: read.refused };
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

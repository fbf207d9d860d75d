import { partitionOf } from '#schemas/bus/stream.ts';
import { CheckpointStore } from '../checkpoint/checkpoint-store.ts';
import { OutputQueue } from './output-queue.ts';
import { PartitionWorker } from './partition-worker.ts';
import type { WorkerNeeds } from './worker-needs.ts';

const LAG_MS = 1_000;

/** The work on one partition. */
export interface PartitionWork {
  /** Once it caught up with the samples that were there at its start. */
  readonly ready: () => boolean;
  /** Resolves when it was told to end; rejects when it cannot go on, with a SupersededError when another engine does. */
  readonly ended: Promise<void>;
  /** Writes what is left and keeps its place, after its signal was aborted. */
  readonly stop: () => Promise<void>;
  /** Writes nothing any more. */
  readonly abandon: () => void;
}

/** Starts the work on a partition from its checkpoint, until the signal is aborted. */
export async function startPartition(
  needs: WorkerNeeds,
  number: number,
  signal: AbortSignal,
): Promise<PartitionWork> {
  const output = await OutputQueue.open({
    ...needs,
    partition: number,
    onFull: (stream) => {
      needs.metrics.full.inc({ stream });
    },
  });
  const stores = {
    samples: await CheckpointStore.open(needs.bus, { lane: 'samples', partition: number }),
    flows: await CheckpointStore.open(needs.bus, { lane: 'flows', partition: number }),
  };
  const worker = new PartitionWorker(needs, { number, signal, stores, output });
  needs.clock.every(
    LAG_MS,
    () => {
      worker.look();
    },
    signal,
  );
  const ended = worker.run(await worker.restore());
  needs.backtests?.answer({
    number,
    signal,
    belongs: (customer) => partitionOf(customer, needs.partitions) === number,
    decided: (lane) => worker.decided(lane),
  });
  return {
    ready: () => worker.isLive,
    ended,
    async stop() {
      await ended;
      await worker.stop();
    },
    abandon: () => {
      output.close();
    },
  };
}

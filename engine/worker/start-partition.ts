import { partitionOf } from '#schemas/bus/stream.ts';
import type { PartitionWork } from '#platform/lease/partition-work.ts';
import { CheckpointStore } from '../checkpoint/checkpoint-store.ts';
import { OutputQueue } from './output-queue.ts';
import { PartitionWorker } from './partition-worker.ts';
import type { WorkerNeeds } from './worker-needs.ts';

const CHECK_INTERVAL_MS = 1_000;

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
    samples: await CheckpointStore.open(needs.bus, { pipeline: 'samples', partition: number }),
    flows: await CheckpointStore.open(needs.bus, { pipeline: 'flows', partition: number }),
  };
  const worker = new PartitionWorker(needs, { number, signal, stores, output });
  needs.clock.every(
    CHECK_INTERVAL_MS,
    () => {
      worker.checkIdle();
    },
    signal,
  );
  const ended = worker.run(await worker.restore());
  needs.backtests?.response({
    number,
    signal,
    belongs: (customer) => partitionOf(customer, needs.partitions) === number,
    decided: (pipeline) => worker.decidedWindow(pipeline),
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

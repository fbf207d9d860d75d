import type { PartitionWork, StartPartition } from '#platform/lease/partition-work.ts';
import { PartitionWriter } from './partition-writer.ts';
import { rowsStreams } from './stream-tables.ts';
import type { WriterNeeds } from './writer-needs.ts';

/** Writes one partition of every stream while this process holds its lease. */
export function partitionWriting(needs: Omit<WriterNeeds, 'isHeld'>): StartPartition {
  /** Partitions that this process has written: inserts of a lost lease end before the next ones begin. */
  const ending = new Map<number, Promise<unknown>>();
  return (partition, signal, lease): Promise<PartitionWork> => {
    const own = { ...needs, isHeld: () => lease.isHeld() };
    const writers = rowsStreams.map((stream) => new PartitionWriter(own, { stream, partition }));
    const ended = (async () => {
      await ending.get(partition);
      await Promise.all(writers.map((one) => one.run(signal)));
    })();
    ending.set(partition, ended);
    return Promise.resolve({
      ready: () => writers.every(({ healthy }) => healthy),
      ended,
      stop: () => ended,
      abandon: () => undefined,
    });
  };
}

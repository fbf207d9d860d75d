import type { Component } from '#platform/lifecycle/component.ts';
import { PartitionWriter } from './partition-writer.ts';
import type { WriterNeeds } from './writer-needs.ts';
import { rowsStreams } from './stream-tables.ts';

/** Writes the given partitions of every stream. Ready while no partition waits for a store. */
export function writerComponent(needs: WriterNeeds, partitions: readonly number[]): Component {
  return {
    name: 'writer',
    start(signal) {
      const writers = rowsStreams.flatMap((stream) =>
        partitions.map((partition) => new PartitionWriter(needs, { stream, partition })),
      );
      const running = writers.map((one) => one.run(signal));
      return Promise.resolve({
        ready: () => writers.every(({ healthy }) => healthy),
        async stop() {
          await Promise.all(running);
        },
      });
    },
  };
}

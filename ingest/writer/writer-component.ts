import type { Component } from '#platform/lifecycle/component.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { WriterHeartbeat } from '#schemas/health/tier.ts';
import { PartitionWriter } from './partition-writer.ts';
import type { WriterNeeds } from './writer-needs.ts';
import { rowsStreams } from './stream-tables.ts';

const HEARTBEAT_MS = 2_000;

/** Writes the given partitions of every stream. Ready while no partition waits for a store. */
export function writerComponent(needs: WriterNeeds, partitions: readonly number[]): Component {
  return {
    name: 'writer',
    start(signal) {
      const writers = rowsStreams.flatMap((stream) =>
        partitions.map((partition) => new PartitionWriter(needs, { stream, partition })),
      );
      const running = writers.map((one) => one.run(signal));
      const { bus, clock } = needs;
      const isWriting = (): boolean => writers.every(({ healthy }) => healthy);
      const beat = (): void => {
        const heartbeat: WriterHeartbeat = { partitions: [...partitions], writes: isWriting() };
        bus.publish(subjects.writerAlive, JSON.stringify(heartbeat));
      };
      clock.every(HEARTBEAT_MS, beat, signal);
      return Promise.resolve({
        ready: isWriting,
        async stop() {
          await Promise.all(running);
        },
      });
    },
  };
}

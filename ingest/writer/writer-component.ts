import { writerGroup } from '#platform/lease/lease-group.ts';
import { leasedPartitions } from '#platform/lease/leased-partitions.ts';
import type { Component } from '#platform/lifecycle/component.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { WriterHeartbeat } from '#schemas/health/tier.ts';
import { partitionWriting } from './write-partition.ts';
import type { WriterNeeds } from './writer-needs.ts';

const HEARTBEAT_MS = 2_000;

/** How the partitions are shared among the writers. */
interface WriterShare {
  /** Name of this writer, unique among those that share the partitions. */
  readonly writer: string;
  /** Number of partitions. */
  readonly partitions: number;
  /** Those that this writer may write; all by default. */
  readonly within?: readonly number[] | undefined;
}

/**
 * Writes its share of the partitions of every stream. Ready while every partition has a writer, and none of this process waits for a
 * store.
 */
export function writerComponent(
  needs: Omit<WriterNeeds, 'isHeld'>,
  { writer, partitions, within }: WriterShare,
): Component {
  const { bus, clock, log } = needs;
  const leased = leasedPartitions(
    { bus, clock, log, partitions, within, group: writerGroup(within), member: writer },
    partitionWriting(needs),
  );
  return {
    name: 'writer',
    async start(signal) {
      const started = await leased.start(signal);
      const beat = (): void => {
        const heartbeat: WriterHeartbeat = { partitions: [...leased.owned], writes: leased.isWorking };
        bus.publish(subjects.writerAlive, JSON.stringify(heartbeat));
      };
      clock.every(HEARTBEAT_MS, beat, signal);
      return started;
    },
  };
}

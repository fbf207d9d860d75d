import type { Lease } from '#platform/bus/lease.ts';

/** The work on one partition. */
export interface PartitionWork {
  /** Whether it caught up with everything stored at its start. */
  readonly ready: () => boolean;
  /** Resolves when it was aborted; rejects if it fails, with a SupersededError if another process took over. */
  readonly ended: Promise<void>;
  /** Ends the work gracefully, after the signal was aborted. */
  readonly stop: () => Promise<void>;
  /** Stops without writing anything. */
  readonly abandon: () => void;
}

/** Starts the work on a partition, until the signal is aborted. */
export type StartPartition = (
  partition: number,
  signal: AbortSignal,
  lease: Pick<Lease, 'isHeld'>,
) => Promise<PartitionWork>;

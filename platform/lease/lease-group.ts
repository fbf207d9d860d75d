import { subjects } from '#schemas/bus/subject.ts';

/** Processes that share partitions by leases. */
export interface LeaseGroup {
  /** First part of the keys of their leases: `<prefix>.<partition>`. */
  readonly prefix: string;
  /** Subject on which its live members announce themselves. */
  readonly alive: string;
}

export const engineGroup: LeaseGroup = { prefix: 'partition', alive: subjects.engineAlive };

/** Writers that share the same partitions, all or those of a list. */
export const writerGroup = (within: readonly number[] | undefined): LeaseGroup => ({
  prefix: 'writer',
  alive: subjects.writerSharing(within?.join('-') ?? 'all'),
});

import { subjects } from '#schemas/bus/subject.ts';

/** Processes that share partitions by leases. */
export interface LeaseGroup {
  /** First part of the keys of their leases: `<prefix>.<partition>`. */
  readonly prefix: string;
  /** Subject on which its live members announce themselves. */
  readonly alive: string;
}

export const engineGroup: LeaseGroup = { prefix: 'partition', alive: subjects.engineAlive };
export const pollerGroup: LeaseGroup = { prefix: 'poller', alive: subjects.pollerAlive };

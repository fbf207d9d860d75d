/** What a member knows of the others. */
export interface MemberShare {
  readonly partitions: number;
  /** Live members, including this one. */
  readonly members: number;
  /** Partitions owned by this member. */
  readonly own: readonly number[];
}

/** Maximum number of partitions per member. */
export const fairShare = ({ partitions, members }: Pick<MemberShare, 'partitions' | 'members'>): number =>
  Math.ceil(partitions / Math.max(1, members));

/** Partitions that this member may try to acquire, in order. */
export function partitionsToAcquire(sharing: MemberShare): readonly number[] {
  if (sharing.own.length >= fairShare(sharing)) return [];
  return Array.from({ length: sharing.partitions }, (_, partition) => partition).filter(
    (partition) => !sharing.own.includes(partition),
  );
}

/** Partitions to release because another member joined: the highest ones. */
export const partitionsToRelease = (sharing: MemberShare): readonly number[] =>
  sharing.own.toSorted((one, other) => one - other).slice(fairShare(sharing));

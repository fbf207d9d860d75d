/** What a member knows of itself and the others. */
export interface MemberShare {
  /** The partitions that are shared. */
  readonly partitions: readonly number[];
  readonly member: string;
  /** Partitions owned by this member. */
  readonly own: readonly number[];
  /** The other live members, with the number of partitions that each one owns. */
  readonly others: ReadonlyMap<string, number>;
}

/**
 * Maximum number of partitions of this member. What is left over by equal shares goes to as many members, one each: to those that have
 * it, so that it does not wander, and of too many to the first ones by name.
 */
export function fairShare({ partitions, member, own, others }: MemberShare): number {
  const members = others.size + 1;
  const least = Math.floor(partitions.length / members);
  const leftOver = partitions.length % members;
  const larger = [...others].filter(([, count]) => count > least).map(([name]) => name);
  const before = own.length > least ? larger.filter((name) => name < member) : larger;
  return before.length < leftOver ? least + 1 : least;
}

/** Partitions that this member may try to acquire, in order. */
export function partitionsToAcquire(sharing: MemberShare): readonly number[] {
  if (sharing.own.length >= fairShare(sharing)) return [];
  return sharing.partitions.filter((partition) => !sharing.own.includes(partition));
}

/** Partitions to release because another member joined: the highest ones. */
export const partitionsToRelease = (sharing: MemberShare): readonly number[] =>
  sharing.own.toSorted((one, other) => one - other).slice(fairShare(sharing));

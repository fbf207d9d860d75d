/** What an engine knows of the others. */
export interface EngineShare {
  readonly partitions: number;
  /** Live engines, including this one. */
  readonly engines: number;
  /** Partitions owned by this engine. */
  readonly own: readonly number[];
}

/** Maximum number of partitions per engine. */
export const fairShare = ({ partitions, engines }: Pick<EngineShare, 'partitions' | 'engines'>): number =>
  Math.ceil(partitions / Math.max(1, engines));

/** Partitions that this engine may try to acquire, in order. */
export function partitionsToAcquire(sharing: EngineShare): readonly number[] {
  if (sharing.own.length >= fairShare(sharing)) return [];
  return Array.from({ length: sharing.partitions }, (_, partition) => partition).filter(
    (partition) => !sharing.own.includes(partition),
  );
}

/** Partitions to release because another engine joined: the highest ones. */
export const partitionsToRelease = (sharing: EngineShare): readonly number[] =>
  sharing.own.toSorted((one, other) => one - other).slice(fairShare(sharing));

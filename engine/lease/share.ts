/** What an engine sees of the others. */
export interface Sharing {
  readonly partitions: number;
  /** Engines that are alive, this one included. */
  readonly engines: number;
  /** Partitions that this engine works on. */
  readonly own: readonly number[];
}

/** Most partitions of one engine when all have their share. */
export const fairShare = ({ partitions, engines }: Pick<Sharing, 'partitions' | 'engines'>): number =>
  Math.ceil(partitions / Math.max(1, engines));

/** Partitions that this engine may try to take, in the order of trying. */
export function toTake(sharing: Sharing): readonly number[] {
  if (sharing.own.length >= fairShare(sharing)) return [];
  return Array.from({ length: sharing.partitions }, (_, partition) => partition).filter(
    (partition) => !sharing.own.includes(partition),
  );
}

/** Partitions that this engine gives up, because another one has come: the highest. */
export const toGiveUp = (sharing: Sharing): readonly number[] =>
  sharing.own.toSorted((one, other) => one - other).slice(fairShare(sharing));

/** When an automatic removal stops and waits for a person. */
export interface RemovalBrake {
  /** Percent of what is stored. */
  readonly percent: number;
  /** Fewer elements are always removed. */
  readonly least: number;
}

export const removalBrake: RemovalBrake = { percent: 10, least: 3 };

/** What a source lacks of the elements that it had. */
export interface Removal {
  readonly had: number;
  readonly lacks: number;
}

/** Whether a source lacks so much that it is rather incomplete than right: its removal waits for a person. */
export const isBraked = ({ had, lacks }: Removal, { percent, least }: RemovalBrake = removalBrake): boolean =>
  lacks >= least && lacks * 100 > had * percent;

/** The removal that stops an import: that of most elements. Undefined: none does. */
export function brakedRemoval<Of extends Removal>(
  removals: Iterable<Of>,
  brake: RemovalBrake = removalBrake,
): Of | undefined {
  const [worst] = [...removals]
    .filter((removal) => isBraked(removal, brake))
    .toSorted((one, other) => other.lacks - one.lacks);
  return worst;
}

import type { Operator } from '#schemas/alerting/alert.ts';

/**
 * Which relations of value to threshold make an outlier, each 1 or 0: a comparison without a branch per
 * operator.
 */
export interface Relations {
  readonly greater: 0 | 1;
  readonly equal: 0 | 1;
  readonly less: 0 | 1;
}

const relations: Record<Operator, Relations> = {
  '>': { greater: 1, equal: 0, less: 0 },
  '>=': { greater: 1, equal: 1, less: 0 },
  '<': { greater: 0, equal: 0, less: 1 },
  '<=': { greater: 0, equal: 1, less: 1 },
  '=': { greater: 0, equal: 1, less: 0 },
  '!=': { greater: 1, equal: 0, less: 1 },
};

export const relationsOf = (operator: Operator): Relations => relations[operator];

/** Returns 1 if the value satisfies operator and threshold. NaN (no value) satisfies none, not even `!=`. */
export function outlierBit({ greater, equal, less }: Relations, value: number, threshold: number): 0 | 1 {
  if (value > threshold) return greater;
  if (value < threshold) return less;
  return value === threshold ? equal : 0;
}

/** Bits of the last `measures` windows, 1 to 32; the newest window is the lowest bit. */
export const windowMask = (measures: number): number => 0xffff_ffff >>> (32 - measures);

/** Number of ones (Hacker's Delight, 5-1). */
export function popCount(bits: number): number {
  let ones = bits - ((bits >>> 1) & 0x5555_5555);
  ones = (ones & 0x3333_3333) + ((ones >>> 2) & 0x3333_3333);
  return Math.imul((ones + (ones >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

export type Decision = 'keep' | 'raise' | 'clear';

/** Raises when at least `outliers` of the last windows were outliers, clears when fewer were (`clearing.ts` may hold it). */
export function decide(found: number, outliers: number, raised: boolean): Decision {
  if (found >= outliers === raised) return 'keep';
  return raised ? 'clear' : 'raise';
}

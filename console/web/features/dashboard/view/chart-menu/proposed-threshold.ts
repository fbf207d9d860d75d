import type { Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import type { Unit } from '#schemas/unit/unit.ts';

/** A limit that an alarm on what a chart shows can start with. */
export interface ProposedThreshold {
  readonly operator: '>' | '<';
  readonly threshold: number;
}

interface Shown {
  readonly values: readonly (number | null)[];
  readonly unit: Unit;
  /** Of the chart. */
  readonly thresholds: readonly Thresholds[number][];
  /** Low values are the bad ones, as those of an availability. */
  readonly isLowBad: boolean;
}

/** Of the values of a chart, all but one of a hundred are within the limit, which is this part above. */
const USUAL = 0.99;
const MARGIN = 0.2;
/** A percentage that never exceeds this one is saturated there. */
const MOST_PERCENT = 95;
const DIGITS = 2;

/** The value that this part of them does not exceed. */
const quantileOf = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(part * sorted.length) - 1))] ?? 0;

/** With two digits, away from the values. */
function rounded(value: number, round: (value: number) => number): number {
  if (value === 0) return 0;
  const step = 10 ** (Math.floor(Math.log10(Math.abs(value))) + 1 - DIGITS);
  // Divided by its inverse, a small step gives no digits of its own: 0.000012 / 0.000001.
  return step < 1 ? round(value * (1 / step)) / (1 / step) : round(value / step) * step;
}

/**
 * A threshold for an alarm on what a chart shows: the highest one of the chart, or else a fifth above what the values usually reach. Undefined
 * without values.
 */
export function proposedThreshold({
  values,
  unit,
  thresholds,
  isLowBad,
}: Shown): ProposedThreshold | undefined {
  const sorted = values.filter((value) => value !== null).toSorted((one, other) => one - other);
  if (isLowBad) {
    const low = quantileOf(sorted, 1 - USUAL);
    return sorted.length === 0 ? undefined : { operator: '<', threshold: rounded(low, Math.floor) };
  }
  const serious = thresholds.findLast(({ level }) => level === 'critical' || level === 'warning');
  if (serious !== undefined) return { operator: '>', threshold: serious.from };
  if (sorted.length === 0) return undefined;
  const high = quantileOf(sorted, USUAL);
  const limit = rounded(high + MARGIN * Math.abs(high), Math.ceil);
  return { operator: '>', threshold: unit === 'percent' ? Math.min(limit, MOST_PERCENT) : limit };
}

import type { Axis, Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import { roundUp, share } from '../shared/geometry.ts';

export type Ends = readonly [number, number];

interface Shown {
  readonly unit: Unit;
  readonly value: number | null;
  readonly thresholds: Thresholds;
}

const leastEnd = (unit: Unit): number => (unit === 'percent' ? 100 : 0);

/** Where a dial begins whose axis does not say it: an axis may end below zero. */
function beginning(max: number | undefined, unit: Unit, figures: readonly number[]): number {
  const belowEnd = max === undefined || max > 0 ? [] : [Math.min(-1, max * 2)];
  const lowest = Math.min(...figures, ...belowEnd);
  return lowest < 0 ? -Math.max(leastEnd(unit), roundUp(-lowest)) : 0;
}

/**
 * The ends of a dial: those of the axis, else 0, and 100 for percents or the next round number. A value or threshold below zero moves its
 * beginning there; figures that are all below zero end there.
 */
export function dialEnds({ min, max }: Axis, { unit, value, thresholds }: Shown): Ends {
  const shown = value ?? 0;
  const figures = [shown, ...thresholds.map(({ from }) => from)];
  const start = min ?? beginning(max, unit, figures);
  if (max !== undefined) return [start, max];
  if (unit === 'percent') return [start, Math.max(100, shown)];
  const isBelow = start < 0 && shown <= 0;
  return [start, isBelow ? Math.max(0, ...figures) : roundUp(Math.max(shown, start))];
}

/** The part of a dial that is filled, 0 to 1: from zero where it lies within, else from the beginning. */
export function dialFill(value: number | null, [min, max]: Ends): Ends {
  if (value === null) return [0, 0];
  const base = min < 0 && max > 0 ? share(0, min, max) : 0;
  const at = share(value, min, max);
  return [Math.min(base, at), Math.max(base, at)];
}

/** Where a value lies that the dial cannot show. */
export function offScale(value: number | null, [min, max]: Ends): 'belowScale' | 'aboveScale' | undefined {
  if (value === null || (value >= min && value <= max)) return undefined;
  return value < min ? 'belowScale' : 'aboveScale';
}

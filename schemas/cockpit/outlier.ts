import type { Operator } from '../alerting/alert.ts';

const comparisons: Record<Operator, (value: number, threshold: number) => boolean> = {
  '>': (value, threshold) => value > threshold,
  '>=': (value, threshold) => value >= threshold,
  '<': (value, threshold) => value < threshold,
  '<=': (value, threshold) => value <= threshold,
  '=': (value, threshold) => value === threshold,
  '!=': (value, threshold) => !Number.isNaN(value) && value !== threshold,
};

/** Whether a value satisfies operator and threshold; the engine decides the same for a block of values (`engine/alarm/outlier.ts`). */
export const isOutOfLimits = (operator: Operator, value: number, threshold: number): boolean =>
  comparisons[operator](value, threshold);

const directions: Record<Operator, 1 | -1 | 0> = { '>': 1, '>=': 1, '<': -1, '<=': -1, '=': 0, '!=': 0 };

/** How far a value is out of limits, in the unit of the KPI; negative within them. Of equality, the distance does not count. */
export const excessOf = (operator: Operator, value: number, threshold: number): number => {
  const direction = directions[operator];
  if (direction !== 0) return direction > 0 ? value - threshold : threshold - value;
  return isOutOfLimits(operator, value, threshold) ? 0 : -1;
};

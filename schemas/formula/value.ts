import type { Parts } from './parts.ts';

/** Divides first: n / n gives exactly 100 %, which 100 · n / n need not. */
export const scaledRatio = (scale: number, numerator: number, denominator: number): number =>
  scale * (numerator / denominator);

/** Returns NaN for a division by zero or any non-finite result. */
export function measuredValue(
  { scale }: Pick<Parts, 'scale'>,
  numerator: number,
  denominator: number,
): number {
  const value = denominator === 0 ? Number.NaN : scaledRatio(scale, numerator, denominator);
  return Number.isFinite(value) ? value : Number.NaN;
}

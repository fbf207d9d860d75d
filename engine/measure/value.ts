import type { Parts } from '#schemas/formula/parts.ts';

/** Divides first: what is whole is exactly 100 %, where 100 · n / n need not be. */
export const valueOf = (scale: number, numerator: number, denominator: number): number =>
  scale * (numerator / denominator);

/** A division by zero has no value, neither has anything that is no number. */
export function measuredValue(
  { scale }: Pick<Parts, 'scale'>,
  numerator: number,
  denominator: number,
): number {
  const value = denominator === 0 ? Number.NaN : valueOf(scale, numerator, denominator);
  return Number.isFinite(value) ? value : Number.NaN;
}

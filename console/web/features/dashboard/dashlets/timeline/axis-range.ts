import type { Axis } from '#schemas/dashboard/dashlet-parts.ts';

type Range = readonly [bottom: number, top: number];

/** Without a positive value a logarithmic axis shows this decade. */
const NO_VALUES: Range = [0.1, 1];

const isPositive = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && value > 0;

/** Whole decades. Zero and negative values have no place on the axis: they do not bound it either. */
function logarithmicRange({ min, max }: Axis, low: number | null, high: number | null): Range {
  const [least, greatest] = isPositive(low) && isPositive(high) ? [low, high] : NO_VALUES;
  const bottom = isPositive(min) ? min : 10 ** Math.floor(Math.log10(least));
  const top = isPositive(max) ? max : 10 ** Math.ceil(Math.log10(greatest));
  return [bottom, top > bottom ? top : bottom * 10];
}

/** From zero, or from the least value, to the greatest, unless the axis has bounds. Null: there are no values. */
export function axisRange(axis: Axis, low: number | null, high: number | null): Range {
  const { min, max, scale } = axis;
  if (scale === 'logarithmic') return logarithmicRange(axis, low, high);
  const bottom = min ?? Math.min(0, low ?? 0);
  const greatest = high ?? 0;
  const top = max ?? (greatest <= bottom ? bottom + 1 : greatest + (greatest - bottom) * 0.05);
  return [bottom, top > bottom ? top : bottom + 1];
}

const point = (radius: number, turn: number): string => {
  const angle = 2 * Math.PI * turn - Math.PI / 2;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};

/** The shortest arc that differs from a full circle. */
const FULL = 0.99999;

/**
 * Path of a sector around 0/0, clockwise from 12 o'clock. `from` and `to` are parts of a turn, 0 to 1; `inner`: radius of the hole.
 */
export function sectorPath(
  { from, to }: { readonly from: number; readonly to: number },
  { inner, outer }: { readonly inner: number; readonly outer: number },
): string {
  const end = Math.min(to, from + FULL);
  const isLarge = end - from > 0.5 ? 1 : 0;
  const [r, s] = [String(outer), String(inner)];
  const start = `M ${point(outer, from)} A ${r} ${r} 0 ${String(isLarge)} 1 ${point(outer, end)}`;
  return inner === 0
    ? `${start} L 0 0 Z`
    : `${start} L ${point(inner, end)} A ${s} ${s} 0 ${String(isLarge)} 0 ${point(inner, from)} Z`;
}

/** Parts of the sum in the order given, each with its start and end; values below zero count as none. */
export function partsOfSum(
  values: readonly (number | null)[],
): readonly { readonly from: number; readonly to: number }[] {
  const sizes = values.map((value) => Math.max(0, value ?? 0));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  let from = 0;
  return sizes.map((size) => {
    const to = total === 0 ? from : from + size / total;
    const part = { from, to };
    from = to;
    return part;
  });
}

/** The next number of 1, 2 or 5 times a power of ten that is not below a value. */
export function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10) * power;
}

/** Where a value stands between two bounds, 0 to 1. */
export const share = (value: number, min: number, max: number): number =>
  max <= min ? 0 : Math.min(1, Math.max(0, (value - min) / (max - min)));

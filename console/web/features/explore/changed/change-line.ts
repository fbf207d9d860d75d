/** Size of a small chart in its own units. */
interface LineSize {
  readonly width: number;
  readonly height: number;
}

/** SVG path of values by step; a step without a value interrupts it, a single one is level. 0 is at the bottom, `most` at the top. */
export function linePath(
  values: readonly (number | null)[],
  most: number,
  { width, height }: LineSize,
): string {
  const [only] = values;
  if (values.length === 1 && typeof only === 'number') return linePath([only, only], most, { width, height });
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let isOpen = false;
  return values
    .flatMap((value, index) => {
      if (value === null) {
        isOpen = false;
        return [];
      }
      const y = most === 0 ? height : height * (1 - value / most);
      const command = isOpen ? 'L' : 'M';
      isOpen = true;
      return [`${command}${(index * step).toFixed(1)} ${y.toFixed(1)}`];
    })
    .join('');
}

/** The largest value of a chart, the lines of both periods on one scale. */
export const mostOf = ({
  now,
  before,
}: {
  readonly now: readonly number[];
  readonly before: readonly (number | null)[];
}): number => Math.max(0, ...now, ...before.map((value) => value ?? 0));

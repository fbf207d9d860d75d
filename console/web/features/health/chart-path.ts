/** A value at a time, milliseconds since 1970. */
export interface ChartPoint {
  readonly at: number;
  readonly value: number;
}

export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/** Points further apart than this many of their usual steps are not joined: in between nothing was read. */
const GAP_STEPS = 3;

/** The line of points in a box: time to the right, zero or the least value at the bottom. */
export function chartPath(points: readonly ChartPoint[], { width, height }: ChartSize): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const values = points.map(({ value }) => value);
  const [least, most] = [Math.min(0, ...values), Math.max(...values)];
  const [span, range] = [Math.max(1, last.at - first.at), most - least || 1];
  const steps = points.slice(1).map(({ at }, index) => at - (points[index]?.at ?? at));
  const usual = steps.toSorted((one, other) => one - other)[Math.floor(steps.length / 2)] ?? span;
  return points
    .map(({ at, value }, index) => {
      const x = ((at - first.at) / span) * width;
      const y = height - ((value - least) / range) * height;
      const isJoined = index > 0 && (steps[index - 1] ?? 0) <= GAP_STEPS * usual;
      return `${isJoined ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

import { lonePlaces, type JoinedValues } from '#web/kernel/kpi/source-step.ts';

/** Least and greatest value; of a flat line a stretch around it. */
export function sparkBounds(values: readonly (number | null)[]): readonly [number, number] {
  const known = values.filter((value) => value !== null);
  const least = known.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const greatest = known.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  if (known.length === 0) return [0, 1];
  return least === greatest ? [least - 1, greatest + 1] : [least, greatest];
}

const [WIDTH, HEIGHT, EDGE] = [100, 20, 1];

/** Path through the values in a box of 100 × 20; it is interrupted by gaps. */
export function sparkPath(values: JoinedValues, [min, max]: readonly [number, number]): string {
  const lone = new Set(lonePlaces(values));
  let isDown = false;
  return values
    .flatMap((value, step) => {
      if (value === undefined) return [];
      if (value === null) {
        isDown = false;
        return [];
      }
      const x = values.length === 1 ? 0 : (step / (values.length - 1)) * WIDTH;
      const y = EDGE + (1 - (value - min) / (max - min)) * (HEIGHT - 2 * EDGE);
      const command = `${isDown ? 'L' : 'M'} ${x.toFixed(2)} ${y.toFixed(2)}`;
      // A lone point is a line of no length, which round caps show.
      isDown = true;
      return [lone.has(step) ? `${command} l 0 0` : command];
    })
    .join(' ');
}

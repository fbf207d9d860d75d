/** Least and greatest value; of a flat line a stretch around it. */
export function sparkBounds(values: readonly (number | null)[]): readonly [number, number] {
  const known = values.filter((value) => value !== null);
  const least = known.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
  const greatest = known.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
  if (known.length === 0) return [0, 1];
  return least === greatest ? [least - 1, greatest + 1] : [least, greatest];
}

const [WIDTH, HEIGHT, EDGE] = [100, 20, 1];

/** Path through the values in a box of 100 × 20; it is interrupted where a value is missing. */
export function sparkPath(values: readonly (number | null)[], [min, max]: readonly [number, number]): string {
  let isDown = false;
  return values
    .flatMap((value, step) => {
      if (value === null) {
        isDown = false;
        return [];
      }
      const x = values.length === 1 ? 0 : (step / (values.length - 1)) * WIDTH;
      const y = EDGE + (1 - (value - min) / (max - min)) * (HEIGHT - 2 * EDGE);
      const command = `${isDown ? 'L' : 'M'} ${x.toFixed(2)} ${y.toFixed(2)}`;
      // A lone point is a line of no length, which round caps show.
      const isLone = !isDown && (values[step + 1] ?? null) === null;
      isDown = true;
      return [isLone ? `${command} l 0 0` : command];
    })
    .join(' ');
}

const isKnown = (value: number | null): boolean => value !== null;

/**
 * Least squares through the points of a line: its value at each step from the first to the last of them; null for fewer than two points.
 * Steps are equally long, so that their index stands for the time.
 */
export function regressionOf(values: readonly (number | null)[]): readonly (number | null)[] | null {
  const [first, last] = [values.findIndex(isKnown), values.findLastIndex(isKnown)];
  let [count, sumX, sumY, sumXY, sumXX] = [0, 0, 0, 0, 0];
  values.forEach((y, x) => {
    if (y === null) return;
    count += 1;
    sumX += x;
    sumY += y;
    sumXY += x * y;
    sumXX += x * x;
  });
  const spread = count * sumXX - sumX * sumX;
  if (count < 2 || spread === 0) return null;
  const slope = (count * sumXY - sumX * sumY) / spread;
  const start = (sumY - slope * sumX) / count;
  return values.map((_, x) => (x < first || x > last ? null : start + slope * x));
}

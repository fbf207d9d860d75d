/** Bucket lengths that divide an hour or a day, seconds. */
const lengths = [
  60, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800,
] as const;

/** Returns the shortest length of which at most `buckets` cover the period; a multiple of the longest for long periods. */
export function bucketSecondsOf(periodSeconds: number, buckets: number): number {
  const needed = periodSeconds / buckets;
  const found = lengths.find((length) => length >= needed);
  if (found !== undefined) return found;
  const [longest] = lengths.slice(-1);
  return Math.ceil(needed / (longest ?? 1)) * (longest ?? 1);
}

/** Lengths that a clock face or a calendar day can be cut into, seconds. */
const lengths = [
  60, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 14_400, 21_600, 43_200, 86_400, 172_800, 604_800,
] as const;

/** The shortest such length of which at most `buckets` cover a period; a multiple of the last one for a period longer than those. */
export function bucketSecondsOf(periodSeconds: number, buckets: number): number {
  const needed = periodSeconds / buckets;
  const found = lengths.find((length) => length >= needed);
  if (found !== undefined) return found;
  const [longest] = lengths.slice(-1);
  return Math.ceil(needed / (longest ?? 1)) * (longest ?? 1);
}

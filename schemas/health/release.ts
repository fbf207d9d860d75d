/** Number of a release: `major.minor.patch`. */
export const releasePattern = /^\d+\.\d+\.\d+$/;

const partsOf = (release: string): readonly number[] => release.split('.').map(Number);

/** Negative when `one` is older than `other`, 0 for the same release. */
export function compareReleases(one: string, other: string): number {
  const others = partsOf(other);
  for (const [at, part] of partsOf(one).entries()) {
    const difference = part - (others[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

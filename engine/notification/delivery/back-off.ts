const FIRST_MS = 1_000;
const MOST_MS = 5 * 60_000;

/**
 * The wait before the next attempt after so many failures, in milliseconds: doubles from 1 s to 5 min, and half of it is left
 * to chance (`random`, from 0 to 1), so that what failed together does not come back together.
 */
export function backOffMs(failures: number, random: () => number): number {
  const most = Math.min(FIRST_MS * 2 ** Math.min(Math.max(failures - 1, 0), 20), MOST_MS);
  return most / 2 + (most / 2) * random();
}

import type { RecordedTimes } from './recorded-times.ts';
import type { FileTime } from './report.ts';

/** How often its recorded median a file may take. */
const TOLERANCE = 1.3;
/** Files below it vary by more than they cost. */
const SMALLEST_SECONDS = 5;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/**
 * How much slower than the recorded runs this one is, by all of its files together: the machine, and whatever else runs at the time, slow
 * down each of them.
 */
export function slowness(files: readonly FileTime[], recorded: RecordedTimes): number {
  const known = files.filter(({ file }) => recorded.has(file));
  const took = known.reduce((sum, { seconds }) => sum + seconds, 0);
  const expected = known.reduce((sum, { file }) => sum + (recorded.get(file) ?? 0), 0);
  return expected === 0 ? 1 : took / expected;
}

export interface Overrun extends FileTime {
  readonly budget: number;
}

/** Files that took more than 1.3 times their recorded median on a machine slower by the factor. */
export const overruns = (
  files: readonly FileTime[],
  recorded: RecordedTimes,
  factor: number,
): readonly Overrun[] =>
  files.flatMap((time) => {
    const known = recorded.get(time.file);
    if (known === undefined) return [];
    const budget = Math.max(SMALLEST_SECONDS, TOLERANCE * known) * factor;
    return time.seconds > budget ? [{ ...time, budget }] : [];
  });

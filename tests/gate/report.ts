import { kindOf, type TestKind } from './kinds.ts';

/** Tests of a run. */
export interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface FileTime {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Wall time of its imports, hooks and tests. */
  readonly seconds: number;
  readonly tests: number;
}

/** What a run of Vitest leaves behind. */
export interface RunReport extends Count {
  readonly files: readonly FileTime[];
}

const SLOWEST = 20;
const row = (label: string, seconds: number, note: string): string =>
  `  ${label.padEnd(64)} ${seconds.toFixed(1).padStart(7)} s  ${note}\n`;

/** The slowest files and the sums by kind, as text for the terminal. */
export function timesTable(files: readonly FileTime[]): string {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST);
  const byKind = Map.groupBy(files, ({ file }) => kindOf(file));
  const sums = [...byKind].map(([kind, group]) => ({
    kind,
    seconds: group.reduce((sum, { seconds }) => sum + seconds, 0),
    files: group.length,
    tests: group.reduce((sum, { tests }) => sum + tests, 0),
  })) satisfies { kind: TestKind }[];
  return [
    '\nSlowest test files\n',
    ...slowest.map(({ file, seconds, tests }) => row(file, seconds, `${String(tests)} tests`)),
    '\nTime by kind\n',
    ...sums
      .toSorted((one, other) => other.seconds - one.seconds)
      .map((sum) => row(sum.kind, sum.seconds, `${String(sum.files)} files, ${String(sum.tests)} tests`)),
  ].join('');
}

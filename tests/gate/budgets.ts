import { createHash } from 'node:crypto';
import { kindOf, type TestKind } from './kinds.ts';
import type { FileTime } from './report.ts';

/**
 * Seconds that a test file may take with two others beside it on two cores: three to four times the slowest of its kind, since the
 * same file took 29 s and 70 s in two runs of one machine. A slower file is split, or its heavy part goes to `npm run nightly`.
 */
export const budgets: Readonly<Record<TestKind, number>> = {
  screen: 150,
  component: 120,
  scenario: 150,
  api: 90,
  store: 120,
  structure: 90,
  unit: 75,
};

/** Files that may take longer, each with its reason. */
export const exceptions: Readonly<Record<string, { readonly seconds: number; readonly reason: string }>> = {};

const REFERENCE_MS = 250;
const CALIBRATION_BYTES = 128 * 2 ** 20;

/** How much slower than the reference this machine is now, at least 1: budgets grow by it. */
export function machineFactor(): number {
  const block = Buffer.alloc(2 ** 20, 7);
  const start = performance.now();
  const hash = createHash('sha256');
  for (let bytes = 0; bytes < CALIBRATION_BYTES; bytes += block.length) hash.update(block);
  hash.digest();
  return Math.max(1, (performance.now() - start) / REFERENCE_MS);
}

export interface Overrun extends FileTime {
  readonly budget: number;
}

/** Files slower than the budget of their kind on a machine slower by `factor`. */
export const overruns = (files: readonly FileTime[], factor: number): readonly Overrun[] =>
  files
    .map((time) => ({
      ...time,
      budget: (exceptions[time.file]?.seconds ?? budgets[kindOf(time.file)]) * factor,
    }))
    .filter(({ seconds, budget }) => seconds > budget);

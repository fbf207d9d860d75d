import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileTime } from './report.ts';

/** Times of the last runs of the full gate on this machine. */
export const runFolder = 'var/test-times';
const STORED_RUNS = 5;

/** Files of the runs, oldest first. */
export function runsOnThisMachine(): readonly string[] {
  mkdirSync(runFolder, { recursive: true });
  return readdirSync(runFolder)
    .toSorted()
    .map((name) => join(runFolder, name));
}

/** Stores a run, whose name sorts after those before, and drops the oldest. */
export function storeRun(files: readonly FileTime[], name: string): void {
  const runs = runsOnThisMachine();
  writeFileSync(join(runFolder, `${name}.json`), `${JSON.stringify(files, undefined, 1)}\n`);
  for (const run of runs.slice(0, Math.max(0, runs.length + 1 - STORED_RUNS))) rmSync(run);
}

/**
 * `npm test`: the whole gate. Checks of the tree and every test, those of the server on Debian's PostgreSQL (`vitest.config.ts`);
 * ends with one line `N passed, N failed, N skipped`.
 *
 *     npm test                              # everything
 *     npm test -- FILE...                   # these files
 *     npm test -- --postgres FILE...        # these files on Debian's PostgreSQL
 *     npm test -- --changed                 # the inner loop: what the uncommitted change, or else the last commit, can break
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startDebianPostgres } from './debian-postgres.ts';
import { machineFactor, overruns } from './gate/budgets.ts';
import { changedFiles } from './gate/changed-files.ts';
import { runFences } from './gate/fences.ts';
import { timesTable } from './gate/report.ts';
import type { Count, FileTime, RunReport } from './gate/report.ts';
import { runVitest } from './gate/run-vitest.ts';

async function onDebianPostgres(run: (url: string) => Promise<RunReport>): Promise<RunReport> {
  const postgres = await startDebianPostgres();
  try {
    return await run(postgres.url);
  } finally {
    postgres.stop();
  }
}

/** Prints where the time went and fails for each file over its budget. */
function checkTimes(files: readonly FileTime[]): Count {
  mkdirSync('var', { recursive: true });
  writeFileSync('var/test-times.json', `${JSON.stringify(files, undefined, 1)}\n`);
  const factor = machineFactor();
  const over = overruns(files, factor);
  process.stdout.write(timesTable(files));
  process.stdout.write(`\nBudgets at ${factor.toFixed(2)} times the reference machine\n`);
  for (const { file, seconds, budget } of over)
    process.stdout.write(`✗ ${file} took ${seconds.toFixed(1)} s of ${budget.toFixed(1)} s\n`);
  return { passed: 1 - Math.min(over.length, 1), failed: over.length, skipped: 0 };
}

async function runEverything(): Promise<readonly Count[]> {
  const fences = await runFences({ lint: [], unused: [], fence: [], format: [] });
  const tests = await onDebianPostgres((url) => runVitest([], { ...process.env, DEBIAN_POSTGRES_URL: url }));
  return [fences, tests, checkTimes(tests.files)];
}

async function runChanged(): Promise<readonly Count[]> {
  const { since, sources } = changedFiles();
  if (sources.length === 0) return [{ passed: 0, failed: 0, skipped: 0 }];
  const fences = await runFences({ types: [], 'lint:files': sources, fence: [], 'format:files': sources });
  return [fences, await runVitest(['--project', 'unit', '--changed', since])];
}

async function runGiven(args: readonly string[]): Promise<readonly Count[]> {
  const files = args.filter((arg) => arg !== '--postgres');
  if (!args.includes('--postgres')) return [await runVitest(files)];
  return [await onDebianPostgres((url) => runVitest(files, { ...process.env, DATABASE_URL: url }))];
}

const args = process.argv.slice(2);
const run = args.length === 0 ? runEverything() : args.includes('--changed') ? runChanged() : runGiven(args);
const counts = await run;
const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(
  `\n${String(sum('passed'))} passed, ${String(sum('failed'))} failed, ${String(sum('skipped'))} skipped\n`,
);
process.exitCode = sum('failed') === 0 ? 0 : 1;

/**
 * `npm test`: the whole gate. Checks of the tree, every test, and some tests again on Debian's PostgreSQL; ends with one line
 * `N passed, N failed, N skipped`.
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
import type { Count, FileTime } from './gate/report.ts';
import { runVitest } from './gate/run-vitest.ts';

/**
 * What depends on the store itself: statements, migrations, transactions that a kill cuts off; and of access what the embedded
 * store, which has one session, cannot show: concurrent writers, locks, the chain of the audit. The other tests of access run
 * there every night (`nightly.ts`).
 */
const ON_POSTGRES = [
  ...['postgres', 'migrations', 'column-lists', 'sealed-secrets'].map((name) => `store/${name}`),
  ...['account/overtaken', 'account/lock', 'access/change', 'audit/chain', 'access/sharing-overtaken'].map(
    (name) => `api/${name}`,
  ),
].map((path) => `tests/${path}.test.ts`);

async function runOnPostgres(files: readonly string[]): Promise<Count> {
  const postgres = await startDebianPostgres();
  try {
    return await runVitest(files, { ...process.env, DATABASE_URL: postgres.url });
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
  const tests = await runVitest([]);
  // Alone: the races that it provokes hold rows longer than a request may take beside other files.
  return [fences, tests, checkTimes(tests.files), await runOnPostgres(ON_POSTGRES)];
}

async function runChanged(): Promise<readonly Count[]> {
  const { since, sources } = changedFiles();
  if (sources.length === 0) return [{ passed: 0, failed: 0, skipped: 0 }];
  const fences = await runFences({ types: [], 'lint:files': sources, fence: [], 'format:files': sources });
  return [fences, await runVitest(['--project', 'unit', '--changed', since])];
}

async function runGiven(args: readonly string[]): Promise<readonly Count[]> {
  const files = args.filter((arg) => arg !== '--postgres');
  return [args.includes('--postgres') ? await runOnPostgres(files) : await runVitest(files)];
}

const args = process.argv.slice(2);
const run = args.length === 0 ? runEverything() : args.includes('--changed') ? runChanged() : runGiven(args);
const counts = await run;
const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(
  `\n${String(sum('passed'))} passed, ${String(sum('failed'))} failed, ${String(sum('skipped'))} skipped\n`,
);
process.exitCode = sum('failed') === 0 ? 0 : 1;

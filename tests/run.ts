/**
 * `npm test`: the full gate. Checks of the tree and every test, those of the server on Debian's PostgreSQL (`vitest.config.ts`);
 * ends with one line `N passed, N failed, N skipped`.
 *
 *     npm test                              # everything
 *     npm test -- --affected                # the inner loop: every test that the change can reach
 *     npm test -- --affected COMMIT         # what changed since a commit
 *     npm test -- FILE...                   # these files
 *     npm test -- --postgres FILE...        # these files on Debian's PostgreSQL
 *     npm test -- --changed                 # types, rules and unit tests of the uncommitted change, or else of the last commit
 */
import { readFileSync } from 'node:fs';
import { startDebianPostgres } from './debian-postgres.ts';
import { overruns, slowness } from './gate/budgets.ts';
import { affectedTests, testGraph } from './gate/affected.ts';
import { changedFiles, changedSources } from './gate/changed-files.ts';
import { runFences } from './gate/fences.ts';
import { kindOf } from './gate/kinds.ts';
import { isOfNight } from './gate/of-night.ts';
import { storeRun } from './gate/last-runs.ts';
import { recordedTimes } from './gate/recorded-times.ts';
import { timesTable, type Count, type FileTime, type RunReport } from './gate/report.ts';
import { runVitest } from './gate/run-vitest.ts';
import { trackedFiles } from './structure/source-files.ts';

/** Limit of the full gate on two cores; two minutes of it are a reserve for the features to come. */
const GATE_MINUTES = 12;

async function onDebianPostgres(run: (url: string) => Promise<RunReport>): Promise<RunReport> {
  const postgres = await startDebianPostgres();
  try {
    return await run(postgres.url);
  } finally {
    postgres.stop();
  }
}

/** Prints where the time went, and which files are over their budgets: no reason to fail, as a busy machine is none. */
function reportTimes(files: readonly FileTime[]): void {
  storeRun(files, new Date().toISOString().replaceAll(':', '-'));
  process.stdout.write(timesTable(files));
  const recorded = recordedTimes();
  const factor = slowness(files, recorded);
  process.stdout.write(`\n${factor.toFixed(2)} times the recorded times\n`);
  for (const { file, seconds, budget } of overruns(files, recorded, factor))
    process.stdout.write(`! ${file} took ${seconds.toFixed(1)} s, its budget is ${budget.toFixed(1)} s\n`);
  const minutes = (performance.now() / 60_000).toFixed(1);
  process.stdout.write(`\nThe gate took ${minutes} min; its limit is ${String(GATE_MINUTES)} min\n`);
}

const runAllFences = (): Promise<Count> => runFences({ lint: [], unused: [], fence: [], format: [] });

async function runEverything(): Promise<readonly Count[]> {
  const fences = await runAllFences();
  const tests = await onDebianPostgres((url) => runVitest([], { ...process.env, DEBIAN_POSTGRES_URL: url }));
  reportTimes(tests.files);
  return [fences, tests];
}

/** Needs neither a store nor a broker. */
const isAlone = (file: string): boolean => ['unit', 'component', 'structure'].includes(kindOf(file));

async function runAffected(commit: string | undefined): Promise<readonly Count[]> {
  const { since, files } = changedFiles(commit);
  const affected = affectedTests(files, () =>
    testGraph(new Set(trackedFiles(['.'])), (file) => readFileSync(file, 'utf8'), files),
  );
  if (affected.is === 'everything') {
    process.stdout.write(`Everything: each test depends on ${affected.because}\n`);
    return runEverything();
  }
  const tests = affected.tests.filter((file) => !isOfNight(file));
  process.stdout.write(
    `${String(files.length)} files changed since ${since}: ${String(tests.length)} test files are reached\n`,
  );
  const fences = await runAllFences();
  const run = (env?: NodeJS.ProcessEnv) => runVitest(['tests/structure/', ...tests], env);
  const report = tests.every(isAlone)
    ? await run()
    : await onDebianPostgres((url) => run({ ...process.env, DEBIAN_POSTGRES_URL: url }));
  process.stdout.write(timesTable(report.files));
  return [fences, report];
}

async function runChanged(): Promise<readonly Count[]> {
  const changed = changedFiles();
  const { since } = changed;
  const sources = changedSources(changed);
  if (sources.length === 0) return [{ passed: 0, failed: 0, skipped: 0 }];
  const fences = await runFences({ types: [], 'lint:files': sources, fence: [], 'format:files': sources });
  return [fences, await runVitest(['--project', 'unit', '--changed', since])];
}

async function runGiven(args: readonly string[]): Promise<readonly Count[]> {
  const files = args.filter((arg) => arg !== '--postgres');
  if (!args.includes('--postgres')) return [await runVitest(files)];
  return [await onDebianPostgres((url) => runVitest(files, { ...process.env, DATABASE_URL: url }))];
}

function run(args: readonly string[]): Promise<readonly Count[]> {
  const [first, commit] = args;
  if (first === undefined) return runEverything();
  if (first === '--affected') return runAffected(commit);
  return first === '--changed' ? runChanged() : runGiven(args);
}

const counts = await run(process.argv.slice(2));
const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(
  `\n${String(sum('passed'))} passed, ${String(sum('failed'))} failed, ${String(sum('skipped'))} skipped\n`,
);
process.exitCode = sum('failed') === 0 ? 0 : 1;

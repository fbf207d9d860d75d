/**
 * The whole gate: every fence, every test, and some once more on Debian's PostgreSQL; ends with one line
 * `N passed, N failed, N skipped`. With files, these alone; `--postgres` runs them on Debian's PostgreSQL.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDebianPostgres } from './debian-postgres.ts';

interface Count {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The longest first, so that both lanes end together. Each counts as one test. */
const fences = ['types', 'lint', 'unused', 'fence', 'format'] as const;
const LANES = 2;

/** What a fence says is shown when it is over: two at a time would speak into one another. */
async function holds(fence: (typeof fences)[number]): Promise<boolean> {
  const child = spawn('npm', ['run', '--silent', fence], { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
  const [status] = (await once(child, 'close')) as [number | null];
  process.stdout.write(Buffer.concat([...said, Buffer.from(`${status === 0 ? '✓' : '✗'} ${fence}\n`)]));
  return status === 0;
}

async function checkFences(): Promise<Count> {
  const waiting = [...fences];
  let failed = 0;
  const lane = async (): Promise<void> => {
    for (let fence = waiting.shift(); fence !== undefined; fence = waiting.shift())
      if (!(await holds(fence))) failed += 1;
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return { passed: fences.length - failed, failed, skipped: 0 };
}

/** Runs Vitest on the given files, or on all, and counts from its report: a run that could not report has failed. */
function runTests(files: readonly string[], env: NodeJS.ProcessEnv = process.env): Count {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-report-'));
  const report = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { status } = spawnSync('vitest', ['run', ...reporters, ...files], { stdio: 'inherit', env });
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numTodoTests', number>;
    // A file that fails to load has no failed test of its own, but the run has.
    const failed = status === 0 ? numFailedTests : Math.max(numFailedTests, 1);
    return { passed: numPassedTests, failed, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * What depends on the store itself: statements, migrations, transactions that a kill cuts off; and of access what the embedded store,
 * which has one session for everybody, cannot show: writers that overtake each other, locks, the chain of the audit. The other tests
 * of access run there every night (`nightly.ts`).
 */
const ON_POSTGRES = [
  ...['postgres', 'migrations', 'column-lists', 'sealed-secrets'].map((name) => `tests/store/${name}`),
  ...['account-overtaken', 'account-lock', 'access-change', 'audit-chain', 'sharing-overtaken'].map(
    (name) => `tests/scenario/${name}`,
  ),
].map((path) => `${path}.test.ts`);

async function runOnPostgres(files: readonly string[]): Promise<Count> {
  const postgres = await startDebianPostgres();
  try {
    return runTests(files, { ...process.env, DATABASE_URL: postgres.url });
  } finally {
    postgres.stop();
  }
}

const given = process.argv.slice(2);
const files = given.filter((one) => one !== '--postgres');
const counts =
  files.length > 0
    ? [given.includes('--postgres') ? await runOnPostgres(files) : runTests(files)]
    : [await checkFences(), runTests([]), await runOnPostgres(ON_POSTGRES)];
const sum = (key: keyof Count): number => counts.reduce((total, count) => total + count[key], 0);
process.stdout.write(
  `\n${String(sum('passed'))} passed, ${String(sum('failed'))} failed, ${String(sum('skipped'))} skipped\n`,
);
process.exitCode = sum('failed') === 0 ? 0 : 1;

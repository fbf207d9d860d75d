import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunReport } from './report.ts';

/** Runs Vitest with the given arguments and returns its report: a run without a report counts as one failure. */
export async function runVitest(
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<RunReport> {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-report-'));
  const file = join(folder, 'report.json');
  const child = spawn('vitest', ['run', ...args], {
    stdio: 'inherit',
    env: { ...env, TELLTALE_TEST_REPORT: file },
  });
  const [status] = (await once(child, 'close')) as [number | null];
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as RunReport;
    return { ...report, failed: status === 0 ? report.failed : Math.max(report.failed, 1) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, files: [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

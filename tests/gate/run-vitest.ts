import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunReport } from './report.ts';

/** Runs Vitest with the given arguments and returns its report: a run without a report counts as one failure. */
export function runVitest(args: readonly string[], env: NodeJS.ProcessEnv = process.env): RunReport {
  const folder = mkdtempSync(join(tmpdir(), 'telltale-report-'));
  const file = join(folder, 'report.json');
  const { status } = spawnSync('vitest', ['run', ...args], {
    stdio: 'inherit',
    env: { ...env, TELLTALE_TEST_REPORT: file },
  });
  try {
    const report = JSON.parse(readFileSync(file, 'utf8')) as RunReport;
    return { ...report, failed: status === 0 ? report.failed : Math.max(report.failed, 1) };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, files: [] };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

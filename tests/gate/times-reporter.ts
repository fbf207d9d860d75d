import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';
import type { RunReport } from './report.ts';

/** File that the report of a run is written to; `npm test` sets it. */
const file = process.env['TELLTALE_TEST_REPORT'];

const secondsOf = (module: TestModule): number => {
  const { collectDuration, duration, environmentSetupDuration, prepareDuration, setupDuration } =
    module.diagnostic();
  return (collectDuration + duration + environmentSetupDuration + prepareDuration + setupDuration) / 1_000;
};

/** Counts the tests of a run and records the time of each file: imports, hooks and tests. */
export class TimesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly unknown[]): void {
    if (file === undefined) return;
    const report = {
      passed: 0,
      // A file that cannot be loaded and an unhandled error have no failed test of their own.
      failed: unhandled.length + modules.filter((module) => module.errors().length > 0).length,
      skipped: 0,
      files: [] as { file: string; seconds: number; tests: number }[],
    };
    for (const module of modules) {
      let tests = 0;
      for (const test of module.children.allTests()) {
        tests += 1;
        const { state } = test.result();
        report[state === 'pending' ? 'skipped' : state] += 1;
      }
      report.files.push({ file: module.relativeModuleId, seconds: secondsOf(module), tests });
    }
    writeFileSync(file, JSON.stringify(report satisfies RunReport));
  }
}

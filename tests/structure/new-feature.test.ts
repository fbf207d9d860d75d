import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trackedFiles } from './source-files.ts';

/** A copy of the repository, with the same packages. */
function copyRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'telltale-copy-'));
  for (const file of trackedFiles(['.'])) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  return copy;
}

let copy: string;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => {
  rmSync(copy, { recursive: true });
});

const run = (program: string, args: readonly string[]) =>
  spawnSync(program, args, { cwd: copy, encoding: 'utf8' });
const generate = (...args: readonly string[]) =>
  run('npm', ['run', '--silent', 'new-feature', '--', ...args]);

/** `npm run nightly -- new-feature` runs the whole check and the generated tests. */
const isNightly = process.env['NEW_FEATURE_CHECK'] === 'full';

describe('npm run new-feature', () => {
  it('says what is wrong with a name', () => {
    for (const [args, message] of [
      [['Example'], /kebab-case/],
      [['role'], /exists already/],
      [['example'], /give its permission area/],
      [['example', '--permission', 'EXAMPLE'], /no area/],
    ] as const) {
      const { status, stderr } = generate(...args);
      expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    }
  });

  it('generates a feature that compiles, is formatted and breaks no rule', () => {
    const { status, stdout, stderr } = generate('example', '--permission', 'NETWORK.QOS');
    expect([status, stderr]).toEqual([0, '']);
    const paths = stdout.split('\n').filter((line) => /^[a-z].*\.tsx?$/.test(line));
    expect(paths.length).toBeGreaterThan(15);
    const lint = run('oxlint', ['--deny-warnings', '--type-check', ...paths]);
    expect([lint.stdout, lint.status]).toEqual([expect.stringContaining('0 errors'), 0]);
    expect(run('oxfmt', ['--check', ...paths]).status).toBe(0);
  });

  it('does not overwrite a feature', () => {
    expect(generate('example', '--permission', 'NETWORK.QOS').stderr).toMatch(/exists already/);
  });

  it.runIf(isNightly)('generates a feature that passes npm run check and its own tests', () => {
    const check = run('npm', ['run', '--silent', 'check']);
    expect([check.status, check.status === 0 ? '' : check.stdout]).toEqual([0, '']);
    expect(run('npm', ['test', '--', 'tests/api/example', 'tests/screens/example']).status).toBe(0);
  });
});

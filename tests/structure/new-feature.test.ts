import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyRepository } from './repository-copy.ts';
import type { RepositoryCopy } from './repository-copy.ts';

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => {
  copy.remove();
});

// `npm run nightly -- new-feature` runs the whole check and the generated tests.
describe('npm run new-feature', () => {
  it('says what is wrong with a name', () => {
    for (const [args, message] of [
      [['Example'], /kebab-case/],
      [['role'], /exists already/],
      [['example'], /give its permission area/],
      [['example', '--permission', 'EXAMPLE'], /no area/],
    ] as const) {
      const { status, stderr } = copy.generate(...args);
      expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    }
  });

  it('generates a feature that compiles, is formatted and breaks no rule', () => {
    const { status, stdout, stderr } = copy.generate('example', '--permission', 'NETWORK.QOS');
    expect([status, stderr]).toEqual([0, '']);
    const paths = stdout.split('\n').filter((line) => /^[a-z].*\.tsx?$/.test(line));
    expect(paths.length).toBeGreaterThan(15);
    const lint = copy.run('oxlint', ['--deny-warnings', '--type-check', ...paths]);
    expect([lint.status, lint.status === 0 ? '' : lint.stdout]).toEqual([0, '']);
    expect(copy.run('oxfmt', ['--check', ...paths]).status).toBe(0);
  });

  it('does not overwrite a feature', () => {
    expect(copy.generate('example', '--permission', 'NETWORK.QOS').stderr).toMatch(/exists already/);
  });
});

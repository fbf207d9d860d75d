import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyRepository, type RepositoryCopy } from '../structure/repository-copy.ts';

let copy: RepositoryCopy;
beforeAll(() => {
  copy = copyRepository();
});
afterAll(() => {
  copy.remove();
});

it('a generated feature passes npm run check and its own tests', { timeout: 900_000 }, () => {
  expect(copy.generate('example', '--permission', 'NETWORK.QOS').status).toBe(0);
  const check = copy.run('npm', ['run', '--silent', 'check']);
  expect([check.status, check.status === 0 ? '' : check.stdout]).toEqual([0, '']);
  const tests = copy.run('npm', ['test', '--', 'tests/api/example', 'tests/screens/example']);
  expect([tests.status, tests.status === 0 ? '' : tests.stdout]).toEqual([0, '']);
});

import { expect, it } from 'vitest';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import type { DashletData } from '../../dashboard/data/dashlet-data.ts';
import { isFirstShown } from './use-begun.ts';

const running: DashletData = { is: 'running' };
const empty: DashletData = {
  is: 'failed',
  problem: new ApiProblem({ code: 'DASHLET_NO_DATA', status: 200 }),
};
const failed: DashletData = { is: 'failed', problem: new ApiProblem({ code: 'TIMED_OUT', status: 0 }) };

it('what is below the graphs of an element waits for one that stays, or for all where none has a value', () => {
  expect(isFirstShown([running, running])).toBe(false);
  expect(isFirstShown([empty, running])).toBe(false);
  expect(isFirstShown([failed, running])).toBe(true);
  expect(isFirstShown([empty, empty])).toBe(true);
  expect(isFirstShown([])).toBe(true);
});

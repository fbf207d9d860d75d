import { expect, it } from 'vitest';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import type { DashletData } from '../../dashboard/data/dashlet-data.ts';
import { graphsLeftOut, isFirstShown } from './use-begun.ts';

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

const none: ReadonlySet<string> = new Set();
const of = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids);

it('a graph without a value is left out until something is drawn below the graphs, and keeps its place after that', () => {
  const before = graphsLeftOut(none, { empty: of('memory'), isBegun: false });
  expect(before).toEqual(of('memory'));
  expect(graphsLeftOut(before, { empty: of('memory', 'loss'), isBegun: true })).toEqual(of('memory'));
  expect(graphsLeftOut(none, { empty: of('memory', 'loss'), isBegun: true })).toEqual(none);
});

it('a graph that has a value at last is shown', () => {
  expect(graphsLeftOut(of('memory', 'loss'), { empty: of('loss'), isBegun: true })).toEqual(of('loss'));
  expect(graphsLeftOut(of('memory'), { empty: none, isBegun: false })).toEqual(none);
});

it('the set is the same one while nothing changes, so that nothing is drawn again', () => {
  const before = of('memory');
  for (const isBegun of [true, false])
    expect(graphsLeftOut(before, { empty: of('memory'), isBegun })).toBe(before);
});

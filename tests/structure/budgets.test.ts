import { describe, expect, it } from 'vitest';
import { median, overruns, slowness } from '../gate/budgets.ts';
import { filesOfNight } from '../gate/of-night.ts';
import { recordedTimes } from '../gate/recorded-times.ts';
import { trackedFiles } from './source-files.ts';

const recorded = new Map([
  ['a.test.ts', 10],
  ['b.test.ts', 20],
  ['c.test.ts', 1],
]);
const took = (a: number, b: number, c: number) => [
  { file: 'a.test.ts', seconds: a, tests: 1 },
  { file: 'b.test.ts', seconds: b, tests: 1 },
  { file: 'c.test.ts', seconds: c, tests: 1 },
  { file: 'new.test.ts', seconds: 90, tests: 1 },
];
const over = (files: ReturnType<typeof took>): readonly string[] =>
  overruns(files, recorded, slowness(files, recorded)).map(({ file }) => file);

describe('the budget of a test file', () => {
  it('is 1.3 times its recorded median', () => {
    expect(over(took(12, 18, 1))).toEqual([]);
    expect(over(took(16, 14, 1))).toEqual(['a.test.ts']);
  });

  it('grows with the machine: all files three times as slow are within their budgets', () => {
    const slow = took(30, 60, 3);
    expect(slowness(slow, recorded)).toBe(3);
    expect(over(slow)).toEqual([]);
  });

  it('is at least five seconds, and none where nothing is recorded', () => {
    expect(over(took(10, 18, 4))).toEqual([]);
    expect(slowness([], recorded)).toBe(1);
  });

  it('comes from the middle of the runs', () => {
    expect([median([3, 9, 1]), median([4, 2]), median([7])]).toEqual([3, 3, 7]);
  });
});

describe('a test file that is listed', () => {
  it('is there', () => {
    const files = new Set(trackedFiles(['.']));
    const listed = [...filesOfNight, ...recordedTimes().keys()];
    expect(listed.filter((file) => !files.has(file))).toEqual([]);
  });
});

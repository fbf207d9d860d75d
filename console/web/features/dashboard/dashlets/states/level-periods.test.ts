import { describe, expect, it } from 'vitest';
import { levelPeriods } from './level-periods.ts';

const thresholds = [
  { from: 0, level: 'critical' as const },
  { from: 100, level: 'good' as const },
];
const options = { steps: [0, 300, 600, 900], end: 1_200, thresholds };

describe('the levels of a line over time', () => {
  it('last as long as its values are in them', () => {
    expect(levelPeriods([100, 100, 40, 20], options)).toEqual([
      { level: 'good', from: 0, to: 600, least: 100, greatest: 100 },
      { level: 'critical', from: 600, to: 1_200, least: 20, greatest: 40 },
    ]);
  });

  it('have gaps where there are no values', () => {
    expect(levelPeriods([null, 100, null, 100], { ...options, thresholds: [] })).toEqual([
      expect.objectContaining({ from: 300, level: undefined }),
      expect.objectContaining({ to: 1_200 }),
    ]);
    expect(levelPeriods([null, null, null, null], options)).toEqual([]);
  });
});

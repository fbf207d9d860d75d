import { describe, expect, it } from 'vitest';
import { isOutlier, latestValue, countOutliers } from './alarm-value.ts';

describe('measures of an alarm', () => {
  for (const [operator, value, expected] of [
    ['>', 80, false],
    ['>=', 80, true],
    ['<', 79, true],
    ['<=', 80, true],
    ['=', 80, true],
    ['!=', 80, false],
  ] as const)
    it(`${String(value)} ${operator} 80 is ${String(expected)}`, () =>
      expect(isOutlier(value, operator, 80)).toBe(expected));

  it('a missing measure is not an outlier and is not the latest value', () => {
    const alarm = { recent: [90, 91, null], operator: '>', threshold: 80 } as const;
    expect(countOutliers({ ...alarm, recent: [...alarm.recent] })).toBe(2);
    expect(latestValue([...alarm.recent])).toBe(91);
  });
});

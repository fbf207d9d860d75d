import { describe, expect, it } from 'vitest';
import { latestMeasure } from './latest-measure.ts';

describe('the value of an alarm', () => {
  it.each([
    ['is the newest', [90, 97], { value: 97, until: 1_200, isNewest: true }],
    ['is an earlier one while no measure arrives', [90, null], { value: 90, until: 900, isNewest: false }],
    ['is none without a measure', [null, null], undefined],
  ] as const)('%s', (_, recent, expected) => {
    expect(latestMeasure({ recent: [...recent], window: 900, length: 300 })).toEqual(expected);
  });
});

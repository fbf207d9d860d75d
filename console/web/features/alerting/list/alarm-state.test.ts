import { describe, expect, it } from 'vitest';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { alarmState, type AlarmState } from './alarm-state.ts';

const above80 = { operator: '>', threshold: 80 } as const;

describe('the state of a running alarm', () => {
  it.each<[string, Partial<AlarmRow>, AlarmState]>([
    ['the newest measure is beyond the threshold', { recent: [10, 91] }, 'outOfLimits'],
    ['only earlier ones are', { recent: [91, 91, 49] }, 'recovering'],
    ['the newest is on the threshold of “greater than”', { recent: [91, 80] }, 'recovering'],
    ['it is on the threshold of “at least”', { operator: '>=', recent: [80] }, 'outOfLimits'],
    ['a link is up again', { operator: '<', threshold: 99, recent: [0, 0, 100] }, 'recovering'],
    ['the newest is missing', { recent: [91, 91, null] }, 'noData'],
    ['all are missing', { recent: [null, null] }, 'noData'],
    ['there are none yet', { recent: [] }, 'noData'],
    ['data is missing for longer than the measures shown', { recent: [91], noDataSince: 5 }, 'noData'],
  ])('when %s is clear from the row', (_, row, state) => {
    expect(alarmState({ ...above80, recent: [], ...row })).toBe(state);
  });
});

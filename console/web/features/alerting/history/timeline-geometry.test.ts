import { describe, expect, it } from 'vitest';
import { summaryAt, timelineX, timeByKey, alertTimelineBars, draggedPeriod } from './timeline-geometry.ts';

const frame = { from: 1_000, to: 2_000, width: 100, height: 40 };
const timeline = {
  bucketSeconds: 100,
  running: 3,
  buckets: [
    { at: 1_100, critical: 1, major: 3, minor: 0, cleared: 0, running: 7 },
    { at: 1_500, critical: 0, major: 0, minor: 1, cleared: 4, running: 4 },
  ],
};

describe('a drag over the timeline', () => {
  const frame = { from: 1_000, to: 2_000, step: 100 };
  it.each([
    ['forwards', 1_120, 1_380, 1_100, 1_400],
    ['backwards', 1_380, 1_120, 1_100, 1_400],
    ['within a bucket', 1_310, 1_320, 1_300, 1_400],
    ['beyond the end', 1_910, 2_050, 1_900, 2_000],
  ])('%s chooses the buckets that it touches', (_, one, other, from, to) => {
    expect(draggedPeriod(one, other, frame)).toEqual({ from, to });
  });
});

describe('the timeline', () => {
  it('stacks the alarms of a bucket, worst at the bottom, the largest bucket over the whole height', () => {
    expect(alertTimelineBars(timeline, frame)).toEqual([
      { x: 10, y: 30, width: 9, height: 10, severity: 'critical' },
      { x: 10, y: 0, width: 9, height: 30, severity: 'major' },
      { x: 50, y: 30, width: 9, height: 10, severity: 'minor' },
    ]);
  });

  it.each([
    [900, 0],
    [1_250, 25],
    [3_000, 100],
  ])('puts the time %i at %i', (at, x) => {
    expect(timelineX(at, frame)).toBe(x);
  });

  it.each([
    [1_050, { raised: 0, running: 3 }],
    [1_150, { raised: 4, running: 7 }],
    [1_300, { raised: 0, running: 7 }],
    [1_599, { raised: 1, running: 4 }],
  ])('summarises the raised and running alarms at %i', (at, expected) => {
    expect(summaryAt(timeline, at)).toEqual(expected);
  });

  it.each([
    ['ArrowRight', 1_400],
    ['ArrowLeft', 1_200],
    ['PageDown', 1_000],
    ['PageUp', 2_000],
    ['Home', 1_000],
    ['End', 2_000],
    ['a', undefined],
  ])('is moved by the key %s to %s', (key, expected) => {
    expect(timeByKey(key, 1_300, { from: 1_000, to: 2_000, step: 100 })).toBe(expected);
  });
});

import { assert, constantFrom, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { granularities } from './granularity.ts';
import { floorTo, windowEnd, windowOf, windowStart, windowsOver } from './window.ts';

const at = (iso: string) => Date.parse(iso);

describe('window', () => {
  it.each([
    ['5m', '2026-11-20T10:04:59.999Z', '2026-11-20T10:00:00Z', '2026-11-20T10:05:00Z'],
    ['5m', '2026-11-20T10:05:00.000Z', '2026-11-20T10:05:00Z', '2026-11-20T10:10:00Z'],
    ['1h', '2026-11-20T10:59:59.999Z', '2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'],
    ['1d', '2026-11-20T23:59:59.999Z', '2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z'],
    ['1w', '2026-11-16T00:00:00.000Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['1w', '2026-11-15T23:59:59.999Z', '2026-11-09T00:00:00Z', '2026-11-16T00:00:00Z'],
    ['1w', '1970-01-01T00:00:00.000Z', '1969-12-29T00:00:00Z', '1970-01-05T00:00:00Z'],
    ['1mo', '2026-12-31T23:59:59.999Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    ['1mo', '2024-02-29T12:00:00.000Z', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z'],
  ] as const)('of %s around %s runs from %s to %s', (...row) => {
    const [granularity, time, start, end] = row;
    expect(windowOf(at(time), granularity)).toEqual({ start: at(start), end: at(end) });
  });

  it('of any whole length is aligned to the epoch', () => {
    expect(floorTo(12_999, 5_000)).toBe(10_000);
    expect(floorTo(-1, 5_000)).toBe(-5_000);
  });

  it('contains its instant, starts at its own start, and ends where the next starts', () => {
    const anyTime = integer({ min: at('1960-01-01'), max: at('2200-01-01') });
    assert(
      property(anyTime, constantFrom(...granularities), (time, granularity) => {
        const { start, end } = windowOf(time, granularity);
        expect(start).toBeLessThanOrEqual(time);
        expect(end).toBeGreaterThan(time);
        expect(windowStart(start, granularity)).toBe(start);
        expect(windowStart(end - 1, granularity)).toBe(start);
        expect(windowStart(end, granularity)).toBe(end);
        expect(windowEnd(start, granularity)).toBe(end);
      }),
    );
  });
});

describe('windows over a range', () => {
  it('cover the range without gap or overlap', () => {
    const windows = windowsOver({ start: at('2026-01-30T10:00Z'), end: at('2026-04-01T00:00Z') }, '1mo');
    expect(windows.map(({ start }) => new Date(start).toISOString().slice(0, 10))).toEqual([
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
    ]);
    expect(windows.slice(1).map(({ start }) => start)).toEqual(windows.slice(0, -1).map(({ end }) => end));
  });

  it('two days of 5 minutes are 576 windows', () => {
    expect(windowsOver({ start: 0, end: 2 * 86_400_000 }, '5m')).toHaveLength(576);
    expect(windowsOver({ start: 0, end: 2 * 86_400_000 + 1 }, '5m')).toHaveLength(577);
  });

  it('an empty range has none', () => {
    expect(windowsOver({ start: 5, end: 5 }, '1h')).toEqual([]);
    expect(windowsOver({ start: 6, end: 5 }, '1h')).toEqual([]);
  });
});

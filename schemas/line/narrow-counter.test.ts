import { describe, expect, it } from 'vitest';
import { narrowReading, wrapMs } from './narrow-counter.ts';
import { bitsPerCount } from './plausible-growth.ts';

const { octet, packet } = bitsPerCount;

describe('a 32-bit counter', () => {
  it.each([
    ['octets at 100 Mbit/s', 100e6, octet, 343_597],
    ['octets at 1 Gbit/s', 1e9, octet, 34_359],
    ['octets at 10 Gbit/s', 10e9, octet, 3_435],
    ['packets at 10 Gbit/s', 10e9, packet, 219_902],
  ])('of %s may wrap after that time', (_, speedBps, bits, expected) => {
    expect(Math.floor(wrapMs(speedBps, bits))).toBe(expected);
  });

  it('of a line of unknown speed may wrap whenever', () => {
    expect(wrapMs(0, octet)).toBe(Infinity);
  });

  const byDefault = { intervalMs: 300_000, minIntervalMs: 10_000 };
  it.each([
    ['with each poll at 100 Mbit/s', 100e6, byDefault, { is: 'with polls' }],
    ['between polls at 1 Gbit/s', 1e9, byDefault, { is: 'between polls', everyMs: 27_487 }],
    ['between polls at 2.5 Gbit/s', 2.5e9, byDefault, { is: 'between polls', everyMs: 10_995 }],
    ['too slowly at 10 Gbit/s', 10e9, byDefault, { is: 'too slow' }],
    [
      'too slowly where nothing is read between polls',
      1e9,
      { ...byDefault, minIntervalMs: 0 },
      { is: 'too slow' },
    ],
    [
      'between polls at 10 Gbit/s where that is configured',
      10e9,
      { ...byDefault, minIntervalMs: 2_000 },
      { is: 'between polls', everyMs: 2_748 },
    ],
    [
      'with each poll at 1 Gbit/s and short intervals',
      1e9,
      { ...byDefault, intervalMs: 30_000 },
      { is: 'with polls' },
    ],
    ['with each poll at unknown speed', 0, byDefault, { is: 'with polls' }],
  ] as const)('is read %s', (_, speedBps, limits, expected) => {
    expect(narrowReading(wrapMs(speedBps, octet), limits)).toEqual(expected);
  });
});

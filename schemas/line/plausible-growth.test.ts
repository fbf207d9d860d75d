import { describe, expect, it } from 'vitest';
import { bitsPerCount, isCounterFault } from './plausible-growth.ts';

const MINUTES_5 = 300_000;
const { octet, packet } = bitsPerCount;
/** Octets of a line at this rate over five minutes. */
const octetsAt = (bps: number): number => (bps * 300) / 8;

describe('the growth of a counter', () => {
  it.each([
    ['is traffic at the speed of the line', octetsAt(1.544e6), 1.544e6, octet, false],
    ['is traffic at 140 % of the speed', octetsAt(1.4 * 1.544e6), 1.544e6, octet, false],
    ['is traffic of a Gigabit line configured as 9 kbit/s', octetsAt(1e9), 9_000, octet, false],
    ['is traffic of a full line of 100 Gbit/s configured as 1 Mbit/s', octetsAt(100e9), 1e6, octet, false],
    ['is traffic of a full line of 1.6 Tbit/s', octetsAt(1.6e12), 1.6e12, octet, false],
    ['is traffic of a full line of 1.6 Tbit/s of unknown speed', octetsAt(1.6e12), 0, octet, false],
    ['is a fault of the counter above 100 times a Gigabit line', octetsAt(101e9), 1e9, octet, true],
    ['is a fault of the counter above 100 Gbit/s on a T1', octetsAt(101e9), 1.544e6, octet, true],
    [
      'is a fault of the counter above 10 Tbit/s where the speed is unknown',
      octetsAt(10.1e12),
      0,
      octet,
      true,
    ],
    ['is a fault of the counter where it jumped by half of 64 bits', 2 ** 63, 400e9, octet, true],
    ['is traffic of the smallest packets', 195_312 * 300, 100e6, packet, false],
    ['is a fault of the counter of packets', 2 ** 44, 1e9, packet, true],
    ['is none at all where nothing was counted', 0, 0, octet, false],
  ])('%s', (_, counts, speedBps, bits, expected) => {
    expect(isCounterFault({ counts, elapsedMs: MINUTES_5, bits, speedBps })).toBe(expected);
  });

  it('is no fault because two readings are close together', () => {
    const refreshed = { counts: 1e9 / 8, bits: octet, speedBps: 1e9 };
    expect(isCounterFault({ ...refreshed, elapsedMs: 3 })).toBe(false);
    expect(isCounterFault({ ...refreshed, elapsedMs: 0 })).toBe(false);
  });
});

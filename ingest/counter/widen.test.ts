import { describe, expect, it } from 'vitest';
import { wideValue, widen } from './widen.ts';

const WRAP = 2 ** 32;
const MINUTES_5 = 300_000;
const before = { raw: WRAP - 1_000, base: BigInt(WRAP), seenMs: 0, epoch: 3 };
/** 100 Mbit/s in octets: a wrap takes 343 s. */
const MBPS_100 = 12_500_000;

describe('a 32-bit counter', () => {
  for (const [title, raw, { maxPerSecond = MBPS_100, restarted = false, seenMs = MINUTES_5 }, expected] of [
    ['grows', WRAP - 500, {}, { wide: 2 * WRAP - 500, epoch: 3 }],
    ['may stay constant', WRAP - 1_000, {}, { wide: 2 * WRAP - 1_000, epoch: 3 }],
    ['wraps', 500, {}, { wide: 2 * WRAP + 500, epoch: 3 }],
    [
      'does not go round further than the line can have carried',
      3_800_000_000,
      {},
      { wide: 3_800_000_000, epoch: 4 },
    ],
    [
      'goes round by not more than the line carried in a second',
      12_600_000,
      { seenMs: 1_000 },
      { wide: 12_600_000, epoch: 4 },
    ],
    ['is reset by a restart', WRAP - 500, { restarted: true }, { wide: WRAP - 500, epoch: 4 }],
    [
      'is not comparable if it may have wrapped twice',
      WRAP - 500,
      { maxPerSecond: 10 * MBPS_100 },
      { wide: WRAP - 500, epoch: 4 },
    ],
    ['does not wrap on a line of unknown speed', 500, { maxPerSecond: 0 }, { wide: 500, epoch: 4 }],
  ] as const)
    it(`it ${title}`, () => {
      const widened = widen(before, { raw, seenMs, restarted, maxPerSecond });
      expect({ wide: Number(wideValue(widened)), epoch: widened.epoch }).toEqual(expected);
    });

  it('starts at its first value', () => {
    const first = widen(undefined, { raw: 7, seenMs: 1, restarted: true, maxPerSecond: 0 });
    expect(first).toEqual({ raw: 7, base: 0n, seenMs: 1, epoch: 0 });
  });
});

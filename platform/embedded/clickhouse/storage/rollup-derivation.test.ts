import { describe, expect, it } from 'vitest';
import { slicesOf } from './rollup-derivation.ts';

const seconds = (iso: string): number => Date.parse(iso) / 1_000;

describe('the slices of a lost part', () => {
  it('are the hours of its day, or the days of its month, if it does not say more', () => {
    const hours = slicesOf('20261129', undefined);
    expect(hours).toHaveLength(24);
    expect(hours[0]).toEqual([seconds('2026-11-29T00:00:00Z'), seconds('2026-11-29T01:00:00Z')]);
    const days = slicesOf('202602', undefined);
    expect(days).toHaveLength(28);
    expect(days.at(-1)).toEqual([seconds('2026-02-28T00:00:00Z'), seconds('2026-03-01T00:00:00Z')]);
  });

  it('are those in which its first and last row are, and those between', () => {
    const period = [seconds('2026-11-29T09:55:00Z'), seconds('2026-11-29T11:00:00Z')] as const;
    expect(slicesOf('20261129', period)).toEqual(
      [9, 10, 11].map((hour) => [
        seconds(`2026-11-29T00:00:00Z`) + hour * 3_600,
        seconds(`2026-11-29T00:00:00Z`) + (hour + 1) * 3_600,
      ]),
    );
  });

  it('are none of a table without partitions of time', () => {
    expect(slicesOf('all', undefined)).toEqual([]);
  });
});

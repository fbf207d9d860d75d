import { describe, expect, it } from 'vitest';
import { ManualClock } from './manual-clock.ts';

/** A clock with a callback every 10 s and the times at which it ran. */
function ticking(): { readonly clock: ManualClock; readonly ran: number[] } {
  const clock = new ManualClock();
  const ran: number[] = [];
  const { signal } = new AbortController();
  clock.every(10_000, () => void ran.push(clock.elapsed()), signal);
  return { clock, ran };
}

describe('a clock of tests', () => {
  it('advances through each due callback, in order', async () => {
    const { clock, ran } = ticking();
    await clock.advance(35_000);
    expect(ran).toEqual([10_000, 20_000, 30_000]);
  });

  it('leaps over them: each runs once, and a period starts over', async () => {
    const { clock, ran } = ticking();
    await clock.leap(35_000);
    expect(ran).toEqual([35_000]);
    await clock.leap(9_999);
    expect(ran).toEqual([35_000]);
    await clock.leap(1);
    expect(ran).toEqual([35_000, 45_000]);
  });

  it('leaps past waits, each once and in the order in which they were due', async () => {
    const clock = new ManualClock();
    const order: string[] = [];
    const late = clock.wait(2_000).then(() => order.push('late'));
    const early = clock.wait(1_000).then(() => order.push('early'));
    await clock.leap(5_000);
    await Promise.all([late, early]);
    expect(order).toEqual(['early', 'late']);
  });
});

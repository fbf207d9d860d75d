import { expect, it } from 'vitest';
import { interruptibly } from './interruptibly.ts';
import { ManualClock } from './manual-clock.ts';

it.each([-3_600_000, 0, 3_600_000])(
  'gives others their turn after 25 ms of steps, also when somebody sets the clock by %d ms meanwhile',
  async (byMs) => {
    const clock = new ManualClock(Date.UTC(2026, 0, 1));
    let turns = 0;
    const pause = (): Promise<void> => {
      turns += 1;
      return Promise.resolve();
    };
    function* steps(): Generator<undefined, string> {
      clock.setBy(byMs);
      for (let step = 0; step < 10; step += 1) {
        void clock.advance(10);
        yield undefined;
      }
      return 'done';
    }
    const signal = new AbortController().signal;
    expect(await interruptibly(steps(), { clock, signal, pause })).toBe('done');
    expect(turns).toBe(3);
  },
);

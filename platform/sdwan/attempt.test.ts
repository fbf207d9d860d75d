import { expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { attemptUntil } from './attempt.ts';

it.each([
  [900, 'available'],
  [10_000, 'available'],
  [10_001, 'ok with lag'],
] as const)(
  'an attempt whose slowest response took %i ms is %s, however many responses it has',
  async (slowestMs, state) => {
    let taken: number | undefined = 60_000;
    const client = {
      takeSlowestMs: () => {
        const before = taken;
        taken = undefined;
        return before;
      },
    };
    let elapsedMs = 0;
    const clock = { ...systemClock, elapsed: () => elapsedMs };
    const attempt = await attemptUntil({ clock, client }, () => {
      elapsedMs += 90_000;
      taken = slowestMs;
      return Promise.resolve();
    });
    expect(attempt).toMatchObject({ state, responseMs: slowestMs, fault: null });
  },
);

import { expect, it } from 'vitest';
import { inTime } from './in-time.ts';
import { ManualClock } from './manual-clock.ts';

const never = new Promise<never>(() => undefined);

it('a value that is there in time is returned, and a rejection passed on', async () => {
  const limit = { clock: new ManualClock(), withinMs: 1_000 };
  expect(await inTime(Promise.resolve(7), limit)).toBe(7);
  await expect(inTime(Promise.reject(new Error('away')), limit)).rejects.toThrow('away');
});
it('a value that never comes is an error after the limit, or at once when the signal aborts', async () => {
  const clock = new ManualClock();
  const late = inTime(never, { clock, withinMs: 1_000 });
  const ended = new AbortController();
  const aborted = inTime(never, { clock, withinMs: 60_000, signal: ended.signal });
  ended.abort();
  await expect(aborted).rejects.toThrow('no reply');
  await Promise.all([expect(late).rejects.toThrow('no reply within 1000 ms'), clock.advance(1_000)]);
});

import { describe, expect, it } from 'vitest';
import { ManualClock } from '#platform/clock/manual-clock.ts';
import { retryForever, shouldLogFailure } from './retry.ts';

describe('an attempt', () => {
  it('is logged at each power of two of its failures', () => {
    const lines = Array.from({ length: 20 }, (_, at) => at + 1).filter(shouldLogFailure);
    expect(lines).toEqual([1, 2, 4, 8, 16]);
  });

  it('is retried until it succeeds', async () => {
    const clock = new ManualClock();
    let attempts = 0;
    const failed: number[] = [];
    const done = retryForever(
      () => {
        attempts += 1;
        return attempts < 4 ? Promise.reject(new Error('away')) : Promise.resolve('there');
      },
      {
        clock,
        signal: new AbortController().signal,
        isFinal: () => false,
        onFailure: (_, failures) => failed.push(failures),
      },
    );
    for (let step = 0; step < 10; step += 1) await clock.advance(100);
    expect(await done).toBe('there');
    expect(failed).toEqual([1, 2, 3]);
  });

  it('ends with the signal and at a final error', async () => {
    const stopping = new AbortController();
    const policy = {
      clock: new ManualClock(),
      signal: stopping.signal,
      isFinal: (error: unknown) => error instanceof TypeError,
      onFailure: () => undefined,
    };
    await expect(retryForever(() => Promise.reject(new TypeError('final')), policy)).rejects.toThrow('final');
    const waiting = retryForever(() => Promise.reject(new Error('away')), policy);
    await Promise.resolve();
    stopping.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('away');
    expect(await retryForever(() => Promise.resolve('completed'), policy)).toBe('completed');
  });
});

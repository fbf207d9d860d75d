import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Hold } from './hold.ts';

/** Work that ends on request. */
function work() {
  const end = Promise.withResolvers<void>();
  const begun: string[] = [];
  return {
    end: end.resolve,
    begun,
    run: async (name: string): Promise<void> => {
      begun.push(name);
      await end.promise;
    },
  };
}

describe('work that a backup holds', () => {
  it('ends before the hold begins, and begins after it has ended', async () => {
    const hold = new Hold();
    const { run, end, begun } = work();
    const first = hold.during(() => run('first'));
    const events: string[] = [];
    const held = hold.hold('a').then(() => events.push('held'));
    const second = hold.during(() => run('second'));
    await setImmediate();
    expect([begun, events]).toEqual([['first'], []]);
    end();
    await Promise.all([first, held]);
    await setImmediate();
    expect(begun).toEqual(['first']);
    expect(hold.prolong('a')).toBe(true);
    expect(hold.release('a')).toBe(true);
    await second;
    expect(begun).toEqual(['first', 'second']);
  });

  it('that failed does not keep a hold from beginning', async () => {
    const hold = new Hold();
    const failing = hold.during(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    await hold.hold('a');
    expect(hold.release('a')).toBe(true);
  });

  it('says to a backup when another one has replaced its hold, or when it has ended', async () => {
    const hold = new Hold();
    await hold.hold('a');
    await hold.hold('b');
    expect([hold.prolong('a'), hold.release('a')]).toEqual([false, false]);
    expect(hold.release('b')).toBe(true);
    expect([hold.prolong('b'), hold.release('b')]).toEqual([false, false]);
  });

  it('continues when its process ends', async () => {
    const hold = new Hold();
    await hold.hold('a');
    const { run, end, begun } = work();
    const last = hold.during(() => run('last'));
    hold.end();
    end();
    await last;
    expect(begun).toEqual(['last']);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { Patterns } from './patterns.ts';

const patterns = new Patterns(systemClock);
afterAll(() => patterns.close());
const time = { eachMs: 100, allMs: 5_000 };
const hostile = '(a+)+$';

describe('a regular expression of a user', () => {
  it('is tried beside the requests of the server, which do not wait for it', async () => {
    let [turns, isOver] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    // The thread is open: its start is no part of the trial.
    await patterns.areSlow(['a'], time);
    setImmediate(turn);
    const slow = await patterns.areSlow([hostile, 'a', '(.*)*x'], time);
    isOver = true;
    expect(slow).toEqual([true, false, true]);
    expect(turns).toBeGreaterThan(10);
  });

  it('that is not tried within the time of its list is slow', async () => {
    expect(await patterns.areSlow(['a', hostile, hostile, 'b'], { eachMs: 50, allMs: 80 })).toEqual([
      ...[false, true, true, true],
    ]);
  });

  it('matches each text by itself, one after the other', async () => {
    const [some, none] = await Promise.all([
      patterns.match(['^x(a+)+$', '^b$'], [`x${'a'.repeat(60)}!`, 'B', 'c']),
      patterns.match(['^c$'], ['b']),
    ]);
    expect(some).toEqual([false, true, false]);
    expect(none).toEqual([false]);
  });
});

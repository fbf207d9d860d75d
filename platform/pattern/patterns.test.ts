import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../clock/system-clock.ts';
import { Patterns } from './patterns.ts';
import { timeLimit } from '#tests/fixtures/time-limit.ts';

const patterns = new Patterns(systemClock);
afterAll(() => patterns.close());
const hostile = '(a+)+$';

describe('a regular expression of a user', () => {
  it('is tried next to the requests of the server, which do not wait for it', async () => {
    let [turns, isOver] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    // The thread is open: its start is no part of the trial.
    await patterns.areSlow(['a']);
    setImmediate(turn);
    const slow = await patterns.areSlow([hostile, 'a', '(.*)*x']);
    isOver = true;
    expect(slow).toEqual([true, false, true]);
    expect(turns).toBeGreaterThan(10);
  });

  it('takes no time from the others of its list, which answers about as soon however long it is', async () => {
    const list = Array.from({ length: 50 }, (_, at) =>
      at === 30 ? '^edge-\\d+$' : `^${String(at)}${hostile}`,
    );
    const [start, slow] = [performance.now(), await patterns.areSlow(list)];
    expect(slow).toEqual(list.map((_, at) => at !== 30));
    // Twenty-five seconds if each had half a second.
    expect(performance.now() - start).toBeLessThan(timeLimit(5_000));
  });

  it('of a list of 200 harmless ones is harmless', async () => {
    const list = Array.from({ length: 200 }, (_, at) => `^(?:https://a${String(at)}\\.net/.*)$`);
    expect(await patterns.areSlow(list)).toEqual(list.map(() => false));
  });

  it('gives its first group in each text, and none when it takes too long', async () => {
    expect(await patterns.firstGroups('bound to (\\S+)', ['Bound to Gi1', 'free'])).toEqual(['Gi1', null]);
    expect(await patterns.firstGroups(hostile, [`${'a'.repeat(60)}!`, 'a'])).toEqual([null, null]);
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

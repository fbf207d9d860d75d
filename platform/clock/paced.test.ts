import { describe, expect, it } from 'vitest';
import { mapPaced, paced } from './paced.ts';

describe('a long loop between statements', () => {
  it('gives way to others after a number of items, and to none before', () => {
    const pause = paced(3);
    const paces = Array.from({ length: 7 }, pause);
    expect(paces.map((pace) => pace !== undefined)).toEqual([false, false, true, false, false, true, false]);
  });

  it('maps all of its items in their order, while others run in between', async () => {
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const items = Array.from({ length: 5_000 }, (_, at) => at);
    expect(await mapPaced(items, (item) => item * 2)).toEqual(items.map((item) => item * 2));
    isOver = true;
    expect(turns).toBeGreaterThanOrEqual(9);
  });
});

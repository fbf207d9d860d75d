import { describe, expect, it } from 'vitest';
import { preloadPages } from './preload-pages.ts';

/** Preloads with the idle times that the browser reports in turn, and returns what happened. */
async function preloaded(pages: readonly string[], idleTimes: readonly number[], failing = '') {
  const events: string[] = [];
  const times = [...idleTimes];
  const stop = new AbortController();
  await preloadPages(
    pages,
    {
      idle: () => Promise.resolve(times.shift() ?? 50),
      wait: (ms) => {
        events.push(`${String(ms)} ms`);
        if (events.length > 20) stop.abort();
        return Promise.resolve();
      },
      load: (page) => {
        events.push(page);
        return page === failing ? Promise.reject(new Error(page)) : Promise.resolve();
      },
    },
    stop.signal,
  );
  return events;
}

describe('background preloading', () => {
  it('starts after 1,000 ms and loads a page every 500 ms', async () => {
    expect(await preloaded(['a', 'b'], [])).toEqual(['1000 ms', 'a', '500 ms', 'b', '500 ms']);
  });

  it('waits until the browser is idle for at least 45 ms', async () => {
    expect(await preloaded(['a'], [44, 10, 45])).toEqual(['1000 ms', '500 ms', '500 ms', 'a', '500 ms']);
  });

  it('skips a page that cannot be loaded', async () => {
    expect(await preloaded(['a', 'b'], [], 'a')).toContain('b');
  });

  it('ends with its page', async () => {
    expect(
      await preloaded(
        ['a'],
        Array.from({ length: 50 }, () => 0),
      ),
    ).not.toContain('a');
  });
});

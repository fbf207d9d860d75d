import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserNow, now, setServerTime } from './clock.ts';

afterEach(() => {
  setServerTime(browserNow(), browserNow());
  vi.useRealTimers();
});

describe('the clock of the server', () => {
  it('is in whole milliseconds, also after a round trip of an odd number of them', () => {
    vi.useFakeTimers({ now: 1_007 });
    setServerTime(5_000, 1_000);
    expect(now()).toBe(5_004);
  });

  it('keeps its time when a round trip took too long, or the clock of the browser ran back', () => {
    vi.useFakeTimers({ now: 10_000 });
    setServerTime(20_000, 10_000);
    setServerTime(90_000, 4_000);
    setServerTime(90_000, 11_000);
    expect(now()).toBe(20_000);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { inOneTab } from './in-one-tab.ts';

// Locks are those of the process, as of the browser: calls from one page compete like those of two tabs.
const activated = (hasBeenActive: boolean) =>
  vi.stubGlobal('navigator', { locks: navigator.locks, userActivation: { hasBeenActive } });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a sound that several tabs want to make', () => {
  it('is made once, by a tab in which the browser allows it', async () => {
    vi.useFakeTimers();
    const made: string[] = [];
    activated(false);
    const background = inOneTab('sound', () => made.push('never used'));
    activated(true);
    const used = inOneTab('sound', () => made.push('used'));
    const other = inOneTab('sound', () => made.push('other'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(made).toEqual(['used']);
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all([background, used, other]);
    const next = inOneTab('sound', () => made.push('next burst'));
    await vi.advanceTimersByTimeAsync(5_000);
    await next;
    expect(made).toEqual(['used', 'next burst']);
  });

  it('is made where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    const work = vi.fn();
    await inOneTab('sound', work);
    expect(work).toHaveBeenCalledOnce();
  });
});

import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.ts';

describe('a failing target', () => {
  const gate = () => new CircuitBreaker(() => 0);
  it('delays its own jobs and those of no other target', () => {
    const one = gate();
    expect(one.tryAcquire('a', 0)).toBe(0);
    expect(one.failed('a', 0)).toBe(500);
    expect(one.tryAcquire('a', 499)).toBe(1);
    expect(one.tryAcquire('b', 499)).toBe(0);
    expect(one.tryAcquire('a', 500)).toBe(0);
  });

  it('is probed by one job at a time until one succeeds', () => {
    const one = gate();
    one.tryAcquire('a', 0);
    one.failed('a', 0);
    expect(one.tryAcquire('a', 1_000)).toBe(0);
    expect(one.tryAcquire('a', 1_000)).toBeGreaterThan(0);
    one.succeeded('a');
    expect([one.tryAcquire('a', 1_000), one.tryAcquire('a', 1_000)]).toEqual([0, 0]);
  });

  it('waits as long as the receiver requests', () => {
    const one = gate();
    one.tryAcquire('a', 0);
    expect(one.failed('a', 0, 60_000)).toBe(60_000);
    expect(one.tryAcquire('a', 59_000)).toBe(1_000);
  });

  it('is forgotten when nothing was sent to it any more, once there are many', () => {
    const one = gate();
    for (let target = 0; target < 3_000; target += 1) {
      one.tryAcquire(String(target), target);
      one.failed(String(target), target);
    }
    expect(one.waitMs('0', 300)).toBeGreaterThan(0);
    one.tryAcquire('new', 900_000);
    // A forgotten target works: its jobs run in parallel, and are not probes.
    expect([one.tryAcquire('0', 900_000), one.tryAcquire('0', 900_000)]).toEqual([0, 0]);
  });

  it('is called by at most eight jobs at once while it works', () => {
    const one = gate();
    const waits = Array.from({ length: 10 }, () => one.tryAcquire('a', 0));
    expect(waits.filter((wait) => wait === 0).length).toBe(8);
  });
});

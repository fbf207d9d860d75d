import { describe, expect, it } from 'vitest';
import type { HealthState } from '#schemas/health/component.ts';
import type { HealthChange } from '#schemas/health/routes.ts';
import { DAY_MS, HOUR_MS } from '#schemas/time/duration.ts';
import { stripOf } from './month-strip.ts';

const NOW = 100 * DAY_MS;
const changed = (hoursAgo: number, state: HealthState, component = 'stores.nats'): HealthChange => ({
  component,
  at: NOW - hoursAgo * HOUR_MS,
  state,
  reason: { code: 'responding', facts: {} },
});

describe('the strip of 30 days', () => {
  it.each<[string, readonly HealthChange[], Record<number, object>]>([
    ['nothing known', [], { 0: {}, 29: {} }],
    ['a state since before the month', [changed(40 * 24, 'ok')], { 0: { ok: 24 }, 29: { ok: 24 } }],
    [
      'an outage of two hours',
      [changed(40 * 24, 'ok'), changed(30, 'critical'), changed(28, 'ok')],
      { 27: { ok: 24 }, 28: { ok: 22, critical: 2 }, 29: { ok: 24 } },
    ],
    ['what began within the last day', [changed(6, 'warning')], { 28: {}, 29: { warning: 6 } }],
    [
      'two outages of one day',
      [
        changed(50, 'ok'),
        changed(20, 'critical'),
        changed(19, 'ok'),
        changed(10, 'critical'),
        changed(7, 'ok'),
      ],
      { 29: { ok: 20, critical: 4 } },
    ],
    ['other components', [changed(40 * 24, 'critical', 'stores.disk')], { 29: {} }],
  ])('has the hours of each state: %s', (_, changes, expected) => {
    const strip = stripOf('stores.nats', changes, NOW);
    expect(strip.length).toBe(30);
    for (const [day, hours] of Object.entries(expected)) {
      const { states } = strip[Number(day)]!;
      expect(Object.fromEntries(Object.entries(states).map(([state, ms]) => [state, ms / HOUR_MS]))).toEqual(
        hours,
      );
    }
  });

  it('has the worst state of each day', () => {
    const strip = stripOf(
      'stores.nats',
      [changed(60, 'ok'), changed(30, 'warning'), changed(5, 'unknown')],
      NOW,
    );
    expect(strip.slice(26).map(({ worst }) => worst)).toEqual([undefined, 'ok', 'warning', 'warning']);
  });

  it('is not unknown for a moment of a start: the share that was not judged is apart', () => {
    const strip = stripOf(
      'stores.nats',
      [changed(72, 'ok'), changed(36, 'unknown'), changed(30, 'ok'), changed(12, 'unknown')],
      NOW,
    );
    expect(strip.slice(26).map(({ worst, unjudged }) => [worst, unjudged])).toEqual([
      [undefined, 1],
      ['ok', 0],
      ['ok', 0.25],
      ['ok', 0.5],
    ]);
    expect(stripOf('stores.nats', [changed(72, 'unknown')], NOW)[29]).toMatchObject({
      worst: 'unknown',
      unjudged: 1,
    });
  });
});

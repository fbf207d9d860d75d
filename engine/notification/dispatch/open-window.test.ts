import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '#schemas/notification/notice.ts';
import type { TrapTarget } from '../configuration/delivery-target.ts';
import type { Brief } from './notice-of.ts';
import { OpenWindow } from './open-window.ts';

const target = (id: number): TrapTarget => ({
  kind: 'trap',
  id,
  name: `target ${String(id)}`,
  activeSinceMs: 0,
  includeRestricted: false,
  notifyPlatformEvents: false,
  customers: new Set(),
  severities: new Set(),
  alarms: new Set(),
  host: '',
  port: 162,
  inform: false,
  access: { version: 'v2c', community: 'public' },
});
const brief = (changes: Partial<Brief> = {}): Brief => ({
  event: 'e1',
  edge: 'raise',
  alarm: { id: 1, name: 'Saturated' },
  severity: 'minor',
  customer: { id: 1, name: 'Acme' },
  site: { id: 11, name: 'Lyon' },
  element: { id: 111, name: 'Gi0/1', kind: 'interface' },
  correlation: '1:111',
  sequence: 1,
  value: 93.25,
  threshold: 80,
  startMs: 0,
  atMs: 0,
  isRestricted: false,
  ...changes,
});
const rule = { singles: 2, windowMs: 60_000 };

describe('a window', () => {
  it('ends at a full minute, whenever its first message arrived', () => {
    expect(new OpenWindow(rule, { firstSeq: 1, atMs: 0 }).endMs).toBe(60_000);
    expect(new OpenWindow(rule, { firstSeq: 1, atMs: 59_999 }).endMs).toBe(60_000);
    expect(new OpenWindow(rule, { firstSeq: 1, atMs: 60_000 }).endMs).toBe(120_000);
  });

  it('sends the first events individually and what remains as one grouped notification', () => {
    const window = new OpenWindow(rule, { firstSeq: 1, atMs: 0 });
    const sent = [
      window.admit(target(1), brief(), 10),
      window.admit(target(1), brief(), 20),
      window.admit(target(1), brief({ severity: 'major' }), 30),
      window.admit(target(1), brief({ edge: 'clear', site: { id: 12, name: 'Lille' } }), 40),
      window.admit(target(1), brief({ alarm: { id: 2, name: 'Down' } }), 50),
    ];
    expect(sent).toEqual([true, true, false, false, false]);
    expect(window.groups().map(({ notice }) => notice)).toMatchObject([
      {
        raises: 2,
        clears: 1,
        severity: 'major',
        fromMs: 30,
        untilMs: 50,
        description: '2 alarms raised and 1 alarm cleared on 2 sites of Acme: Saturated (2), Down (1)',
      },
    ]);
  });

  it('links a group to the alarms of its customer in the windows that decided it', () => {
    const windowOf = (publicUrl?: string) =>
      new OpenWindow({ singles: 1, windowMs: 60_000 }, { firstSeq: 1, atMs: 0, publicUrl });
    const window = windowOf('https://noc.example/');
    for (const startMs of [100_000, 400_000, 700_000, 1_000_000])
      window.admit(target(1), brief({ startMs, atMs: startMs + 300_000 }), 0);
    // The first one is sent individually.
    const address = 'https://noc.example/alert?customer=1&events=custom&from=400&to=1300';
    expect(window.groups().map(({ notice }) => notice.link)).toEqual([address]);
    const without = windowOf();
    for (const atMs of [1, 2]) without.admit(target(1), brief({ atMs }), 0);
    expect(without.groups().map(({ notice }) => notice.link)).toEqual([undefined]);
  });

  it('counts per target and customer', () => {
    const window = new OpenWindow(rule, { firstSeq: 1, atMs: 0 });
    const other = { customer: { id: 2, name: 'Globex' } };
    for (let number = 0; number < 2; number += 1)
      expect([
        window.admit(target(1), brief(), 0),
        window.admit(target(2), brief(), 0),
        window.admit(target(1), brief(other), 0),
      ]).toEqual([true, true, true]);
    expect(window.groups()).toEqual([]);
  });

  it('sends or counts each event exactly once, however many there are', () => {
    const event = fc.record({
      edge: fc.constantFrom('raise' as const, 'clear' as const),
      customer: fc.integer({ min: 1, max: 3 }).map((id) => ({ id, name: String(id) })),
      to: fc.integer({ min: 1, max: 2 }),
    });
    fc.assert(
      fc.property(fc.array(event), fc.integer({ min: 1, max: 5 }), (events, singles) => {
        const window = new OpenWindow({ singles, windowMs: 60_000 }, { firstSeq: 1, atMs: 0 });
        const alone = events.filter(({ to, ...changes }) => window.admit(target(to), brief(changes), 0));
        const groups = window.groups();
        const grouped = groups.reduce((sum, { notice }) => sum + eventsOf(notice), 0);
        expect(alone.length + grouped).toBe(events.length);
        for (const to of [1, 2])
          for (const customer of [1, 2, 3]) {
            const own = alone.filter((one) => one.to === to && one.customer.id === customer);
            expect(own.length).toBeLessThanOrEqual(singles);
            expect(
              groups.filter((one) => one.target.id === to && one.notice.customer.id === customer).length,
            ).toBeLessThanOrEqual(1);
          }
      }),
    );
  });
});

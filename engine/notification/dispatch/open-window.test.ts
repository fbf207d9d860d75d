import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventsOf } from '#schemas/notification/notice.ts';
import type { DeliveryTarget, TrapTarget } from '../configuration/delivery-target.ts';
import type { Brief } from './notice-of.ts';
import type { EventIncident } from './notified-incidents.ts';
import { OpenWindow, type WindowOptions } from './open-window.ts';

const target = (id: number): TrapTarget => ({
  kind: 'trap',
  id,
  name: `target ${String(id)}`,
  activeSinceMs: 0,
  includeRestricted: false,
  notifyPlatformEvents: false,
  language: 'en',
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
const opened: WindowOptions = { firstSeq: 1, atMs: 0, splitByLanguage: (one) => [one] };

describe('a window', () => {
  it('ends at a full minute, whenever its first message arrived', () => {
    expect(new OpenWindow(rule, opened).endMs).toBe(60_000);
    expect(new OpenWindow(rule, { ...opened, atMs: 59_999 }).endMs).toBe(60_000);
    expect(new OpenWindow(rule, { ...opened, atMs: 60_000 }).endMs).toBe(120_000);
  });

  it('sends the first events individually and the others as one grouped notification', () => {
    const window = new OpenWindow(rule, opened);
    const sent = [
      window.admit(target(1), { brief: brief() }, 10),
      window.admit(target(1), { brief: brief() }, 20),
      window.admit(target(1), { brief: brief({ severity: 'major' }) }, 30),
      window.admit(target(1), { brief: brief({ edge: 'clear', site: { id: 12, name: 'Lille' } }) }, 40),
      window.admit(target(1), { brief: brief({ alarm: { id: 2, name: 'Down' } }) }, 50),
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

  it('describes the worst incidents of a group, each once and as it is at the end, and counts the others', () => {
    const incident = (id: string, severity: 'critical' | 'minor', alarms = 1) => {
      const of = { id, severity, alarms, start: 0 };
      const describe: EventIncident['describe'] = (language) => ({
        id: of.id,
        turn: 'same',
        text: `${language ?? ''} ${of.id}: ${String(of.alarms)}`,
      });
      return { of, describe };
    };
    const worst = incident('9:0:0', 'critical');
    const others = [1, 2, 3, 4, 5, 6].map((site) => incident(`${String(site)}:0:0`, 'minor', site));
    const both = (one: DeliveryTarget): readonly DeliveryTarget[] => [one, { ...one, language: 'fr' }];
    const window = new OpenWindow({ singles: 0, windowMs: 60_000 }, { ...opened, splitByLanguage: both });
    for (const each of [...others, worst, worst])
      window.admit(target(1), { brief: brief(), incident: each }, 0);
    window.admit(target(1), { brief: brief() }, 0);
    worst.of.alarms = 2;
    const [english, french] = window.groups().map(({ notice }) => notice);
    expect(english?.incidents).toEqual({
      total: 7,
      listed: ['9', '6', '5', '4', '3'].map((site) => ({
        id: `${site}:0:0`,
        text: `en ${site}:0:0: ${site === '9' ? '2' : site}`,
      })),
    });
    expect(french?.incidents?.listed[0]?.text).toBe('fr 9:0:0: 2');
    expect(french?.description).toBe('9 alarmes déclenchées sur 1 site de Acme\u00A0: Saturated (9)');
    expect(english?.events.map(({ incident: id }) => id)).toEqual([
      ...others.map(({ of }) => of.id),
      '9:0:0',
      '9:0:0',
      undefined,
    ]);
  });

  it('links a group to the alarms of its customer in the windows that decided it', () => {
    const windowOf = (publicUrl?: string) =>
      new OpenWindow({ singles: 1, windowMs: 60_000 }, { ...opened, publicUrl });
    const window = windowOf('https://noc.example/');
    for (const startMs of [100_000, 400_000, 700_000, 1_000_000])
      window.admit(target(1), { brief: brief({ startMs, atMs: startMs + 300_000 }) }, 0);
    // The first one is sent individually.
    const address = 'https://noc.example/alert?customer=1&events=custom&from=400&to=1300';
    expect(window.groups().map(({ notice }) => notice.link)).toEqual([address]);
    const without = windowOf();
    for (const atMs of [1, 2]) without.admit(target(1), { brief: brief({ atMs }) }, 0);
    expect(without.groups().map(({ notice }) => notice.link)).toEqual([undefined]);
  });

  it('counts per target and customer', () => {
    const window = new OpenWindow(rule, opened);
    const other = { customer: { id: 2, name: 'Globex' } };
    for (let number = 0; number < 2; number += 1)
      expect([
        window.admit(target(1), { brief: brief() }, 0),
        window.admit(target(2), { brief: brief() }, 0),
        window.admit(target(1), { brief: brief(other) }, 0),
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
        const window = new OpenWindow({ singles, windowMs: 60_000 }, opened);
        const alone = events.filter(({ to, ...changes }) =>
          window.admit(target(to), { brief: brief(changes) }, 0),
        );
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

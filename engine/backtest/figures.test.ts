import { runSync } from '#platform/clock/steps.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupIncidents, type IncidentPart } from '#schemas/alerting/incident/group-incidents.ts';
import { elementTableSteps } from '../configuration/element-table.ts';
import type { AlarmTime } from './alarm-times.ts';
import { compareTimes } from './difference.ts';
import { Figures } from './figures.ts';

const elements = runSync(
  elementTableSteps(
    [1, 2, 3].map((id) => ({ id, customer: 7, site: id < 3 ? 100 : 200, inBps: 0, outBps: 0 })),
  ),
);
const time = (slot: number, start: number, end: number, change: Partial<AlarmTime> = {}): AlarmTime => ({
  slot,
  start,
  end,
  raised: true,
  cleared: true,
  steps: [],
  ...change,
});

describe('the figures of a definition with several severities', () => {
  it('say of each how often it was reached and for how long, within the period', () => {
    const figures = new Figures(3_600, [{ severity: 'major' }, { severity: 'critical' }]);
    const steps = [
      { at: -600, level: 0 },
      { at: 600, level: 1 },
      { at: 1_200, level: 0 },
    ];
    figures.add([time(0, 0, 1_800, { raised: false, steps })], elements);
    figures.add([time(1, 0, 600, { steps: [{ at: 0, level: 1 }] })], elements);
    expect(figures.total().severities).toEqual([
      { severity: 'major', reached: 1, minutes: 20 },
      { severity: 'critical', reached: 2, minutes: 20 },
    ]);
  });

  it('are left out where there is one', () => {
    expect(new Figures(3_600, [{ severity: 'major' }]).total().severities).toEqual([]);
  });
});

describe('the incidents of a backtest', () => {
  const someTimes = fc.array(
    fc.record({
      slot: fc.integer({ min: 0, max: 2 }),
      start: fc.integer({ min: 0, max: 40 }).map((windows) => windows * 300),
      length: fc.integer({ min: 1, max: 8 }).map((windows) => windows * 300),
      cleared: fc.boolean(),
    }),
    { maxLength: 10 },
  );

  it('are those of the same alarms in history, whatever the order of the elements', () => {
    fc.assert(
      fc.property(someTimes, (given) => {
        const figures = new Figures(3_600);
        for (const { slot, start, length, cleared } of given)
          figures.add([time(slot, start, start + length, { cleared })], elements);
        const parts = given.map(({ slot, start, length, cleared }): IncidentPart => ({
          alarm: 1,
          element: slot + 1,
          site: slot < 2 ? 100 : 200,
          kpi: 'itf_in_util',
          severity: 'major',
          start,
          end: cleared ? start + length : null,
        }));
        expect(figures.total().incidents).toBe(groupIncidents(parts).length);
      }),
    );
  });
});

describe('the figures of a backtest', () => {
  const figures = new Figures(3_600);
  figures.add(
    [
      time(0, 0, 600, { raised: false }),
      time(0, 3_600, 7_500),
      time(0, 11_400, 12_000),
      time(2, 7_200, 14_400, { cleared: false }),
    ],
    elements,
  );
  const total = figures.total();

  it('count raises, clears, minutes, elements and running alarms', () => {
    expect(total).toMatchObject({
      raises: 3,
      clears: 3,
      minutes: 10 + 65 + 10 + 120,
      elements: 2,
      running: 1,
    });
  });
  it('count a raise within an hour after the previous clear as a flap', () => {
    // 3,000 s after the first clear; 3,900 s after the second one.
    expect(total.flaps).toBe(1);
  });
  it('list the worst sites first', () => {
    expect(total.sites).toEqual([
      { customer: 7, site: 200, raises: 1, minutes: 120, elements: 1 },
      { customer: 7, site: 100, raises: 2, minutes: 85, elements: 1 },
    ]);
  });
  it('spread the minutes over the buckets of the timeline', () => {
    expect(total.timeline).toEqual([
      { at: 0, raises: 0, clears: 1, minutes: 10 },
      { at: 3_600, raises: 1, clears: 0, minutes: 60 },
      { at: 7_200, raises: 1, clears: 1, minutes: 65 },
      { at: 10_800, raises: 1, clears: 1, minutes: 70 },
    ]);
  });
});

describe('two rules compared', () => {
  /** Windows in alarm by element, as times. */
  const timesOf = (windows: readonly (readonly boolean[])[]): AlarmTime[] =>
    windows.flatMap((own, slot) =>
      own.flatMap((on, at) => {
        if (!on || own[at - 1] === true) return [];
        const end = own.indexOf(false, at);
        return [time(slot, at, end < 0 ? own.length : end)];
      }),
    );
  const drawn = fc.array(fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), {
    minLength: 3,
    maxLength: 3,
  });

  it('overlap exactly where a comparison of every window does', () => {
    fc.assert(
      fc.property(drawn, drawn, (one, other) => {
        const [a, b] = [timesOf(one), timesOf(other)];
        const both = one.flat().filter((on, index) => on && other.flat()[index] === true).length;
        const meets = (list: readonly AlarmTime[], { slot, start, end }: AlarmTime) =>
          list.some((two) => two.slot === slot && two.start < end && start < two.end);
        expect(compareTimes(a, b)).toEqual({
          both,
          gained: a.filter((own) => !meets(b, own)).length,
          lost: b.filter((own) => !meets(a, own)).length,
        });
      }),
    );
  });
});

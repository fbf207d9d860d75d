import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { statedLevels } from '#schemas/cockpit/level/severity-levels.ts';
import { AlarmInstances } from '../alarm/alarm-instances.ts';
import { thresholdSteps } from '../alarm/thresholds.ts';
import { runSync } from '#platform/clock/steps.ts';
import { MeasureHistory } from '../alarm/measure-history.ts';
import { elementTableSteps } from '../configuration/element-table.ts';
import { plainRule } from '#tests/fixtures/engine/plain-rule.ts';
import { alarmTimes, type AlarmTime } from './alarm-times.ts';
import { evaluationPeriod, windowsOf } from './period.ts';

const LENGTH = 300;
const NOW = 1_000 * LENGTH;

const alarm = (change: Partial<AlarmDefinition>): AlarmDefinition => ({
  id: 1,
  label: '',
  kpi: 'itf_in_bps',
  operator: '>',
  threshold: 50,
  severity: 'critical',
  outliers: 1,
  measures: 1,
  enabled: true,
  visibility: 'everyone',
  byCustomer: new Map(),
  byElement: new Map(),
  ...change,
});

const elements = runSync(
  elementTableSteps([11, 12, 13].map((id) => ({ id, customer: 1, site: id * 10, inBps: 0, outBps: 0 }))),
);

/** The rule in plain words, window by window: whether the alarm runs after each. */
const running = (
  { outliers, measures, threshold }: AlarmDefinition,
  values: readonly (number | null)[],
): readonly boolean[] =>
  values.map((_, window) => {
    const last = values.slice(Math.max(0, window + 1 - measures), window + 1);
    return last.filter((value) => value !== null && value > threshold).length >= outliers;
  });

describe('the times in alarm', () => {
  it('cover exactly the windows of the period after which the rule is met, whatever came before', () => {
    const values = fc.array(fc.option(fc.constantFrom(10, 60, 70)), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(
        fc.tuple(values, values),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 0, max: 30 }),
        ([one, other], least, measures, begin) => {
          const definition = alarm({
            outliers: Math.min(least, measures),
            measures,
            byElement: new Map([[12, 65]]),
          });
          const period = evaluationPeriod({
            from: NOW + begin * LENGTH,
            to: NOW + 60 * LENGTH,
            length: LENGTH,
            measures,
            newest: NOW + 1_000 * LENGTH,
          });
          const slots = 2;
          const grid = new Float64Array(windowsOf(period) * slots).fill(Number.NaN);
          const own = [one, other];
          for (const [slot, list] of own.entries())
            for (const [window, value] of list.entries()) {
              const place = (NOW + window * LENGTH - period.first) / LENGTH;
              if (place >= 0 && value !== null) grid[place * slots + slot] = value;
            }
          // The second and third element of the table, so that a grid need not begin with the first one.
          const instances = new AlarmInstances(definition, 0, {
            elements,
            history: new MeasureHistory(1, 0, 1),
            kpi: 0,
            thresholds: runSync(thresholdSteps(definition, elements)),
          });
          const times = alarmTimes(instances, { grid: { from: 1, slots, values: grid }, period });
          for (const [slot, list] of own.entries()) {
            const states = running(alarm({ ...definition, threshold: slot === 0 ? 65 : 50 }), list);
            const mine = times.filter((time) => time.slot === slot + 1);
            for (let window = begin; window < 60; window += 1) {
              const at = NOW + window * LENGTH;
              expect(mine.some(({ start, end }) => start <= at && at < end)).toBe(states[window]);
            }
            const edges = states.map((state, window) => state !== (states[window - 1] ?? false));
            const count = (to: boolean) =>
              states.filter((state, window) => window >= begin && edges[window] === true && state === to)
                .length;
            expect(mine.filter(({ raised }) => raised)).toHaveLength(count(true));
            expect(mine.filter(({ cleared }) => cleared)).toHaveLength(count(false));
          }
        },
      ),
    );
  });
});

/** A time in alarm as `plainRule` writes it. */
function edgesOf({ levels }: AlarmInstances, { start, end, cleared, steps }: AlarmTime): string[] {
  const at = (time: number) => String((time - NOW) / LENGTH);
  const words = (level = 0) => (levels.areSeveral ? ` ${levels.all[level]?.severity ?? ''}` : '');
  const [first, ...others] = steps;
  return [
    `${at(start)} raise${words(first?.level)}`,
    ...others.map((step) => `${at(step.at)} change${words(step.level)}`),
    ...(cleared ? [`${at(end)} clear${words(steps.at(-1)?.level)}`] : []),
  ];
}

describe('the times of an alarm with hold times', () => {
  const values = fc.array(fc.option(fc.constantFrom(10, 60, 70), { freq: 2 }), {
    minLength: 60,
    maxLength: 60,
  });

  it('are those of the rule window by window, as live, over random values with gaps', () => {
    const rule = fc.record({
      outliers: fc.integer({ min: 1, max: 3 }),
      measures: fc.integer({ min: 3, max: 6 }),
      clearAfter: fc.integer({ min: 1, max: 6 }),
      noDataMinutes: fc.constantFrom(0, 5, 15, 60),
      levels: fc.constantFrom(undefined, { critical: 65 }, { major: 55, critical: 65 }),
    });
    fc.assert(
      fc.property(values, rule, (list, { levels, ...change }) => {
        const definition = alarm({ ...change, severity: 'minor', ...statedLevels(levels) });
        const period = { first: NOW, from: NOW, until: NOW + list.length * LENGTH, length: LENGTH };
        const instances = new AlarmInstances(definition, 0, {
          elements,
          history: new MeasureHistory(1, 0, 1),
          kpi: 0,
          thresholds: undefined,
        });
        const grid = { from: 0, slots: 1, values: Float64Array.from(list, (value) => value ?? Number.NaN) };
        const found = alarmTimes(instances, { grid, period }).flatMap((time) => edgesOf(instances, time));
        const measured = { customer: 1, element: 11, windowSeconds: LENGTH };
        expect(found).toEqual(plainRule(definition, measured, list));
      }),
    );
  });
});

describe('the period of a backtest', () => {
  it.each([
    { requested: 'whole windows', from: 600, to: 1_500, newest: 9_000, first: 0, begin: 600, until: 1_500 },
    {
      requested: 'parts of windows',
      from: 601,
      to: 1_499,
      newest: 9_000,
      first: 300,
      begin: 900,
      until: 1_500,
    },
    {
      requested: 'more than is decided',
      from: 600,
      to: 9_900,
      newest: 1_200,
      first: 0,
      begin: 600,
      until: 1_200,
    },
    {
      requested: 'what is yet to come',
      from: 3_000,
      to: 3_900,
      newest: 600,
      first: 2_400,
      begin: 3_000,
      until: 3_000,
    },
  ])('of $asked is $begin to $until, after a look back from $first', ({ from, to, newest, ...expected }) => {
    const period = evaluationPeriod({ from, to, newest, length: 300, measures: 2 });
    expect([period.first, period.from, period.until]).toEqual([
      expected.first,
      expected.begin,
      expected.until,
    ]);
  });
});

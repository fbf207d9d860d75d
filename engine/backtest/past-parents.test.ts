import { array, asyncProperty, assert, constantFrom, integer, option, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { noDefinitions } from '#schemas/kpi/definition.ts';
import { kpis } from '#schemas/kpi/library.ts';
import { runSync } from '#platform/clock/steps.ts';
import {
  busy,
  DecidedWindows,
  LENGTH,
  routedInventory,
  unreachableAlarm,
  type WindowValues,
} from '#tests/fixtures/engine/decided-windows.ts';
import { engineConfigurationSteps } from '../configuration/engine-configuration.ts';
import { runBacktest, valuesNeeded, type BacktestRunNeeds } from './backtest.ts';
import { windowsOf } from './period.ts';

const own = (customer: number): boolean => customer === 1;
const { elements } = runSync(
  engineConfigurationSteps(routedInventory, { alarms: [] }, { belongs: own, pipeline: 'samples' }),
);

/** A backtest of an alarm on the values of windows 1 to n, with these alarms in force. */
function needsOf(
  tested: AlarmDefinition,
  windows: readonly WindowValues[],
  parents: BacktestRunNeeds['parents'],
): BacktestRunNeeds {
  const { kpi, operator, threshold, severity, outliers, measures, clearAfter = 1 } = tested;
  const rule = { kpi, operator, threshold, severity, outliers, measures, clearAfter, noDataMinutes: 0 };
  return {
    rules: [{ ...rule, thresholds: { customers: [], elements: [] } }],
    definitions: noDefinitions,
    customers: new Map([[1, elements]]),
    ...(parents === undefined ? {} : { parents }),
    period: { first: LENGTH, from: LENGTH, until: (windows.length + 1) * LENGTH, length: LENGTH },
    bucketSeconds: LENGTH,
    read: ({ kpi: number, elements: { ids }, from, slots, period }) => {
      const key = Object.keys(kpis).find((name) => kpis[name as keyof typeof kpis].id === number);
      const values = new Float64Array(windowsOf(period) * slots);
      for (const [index] of values.entries()) {
        const element = String(ids[from + (index % slots)]);
        values[index] = windows[Math.floor(index / slots)]?.[`${String(key)} ${element}`] ?? Number.NaN;
      }
      return Promise.resolve({ from, slots, values });
    },
    signal: new AbortController().signal,
    onDone: () => undefined,
  };
}

const explainedBy = async (...needed: Parameters<typeof needsOf>): Promise<number | undefined> =>
  (await runBacktest(needsOf(...needed))).figures[0]?.explained;

const availability = constantFrom(0, 30, 60, 100, undefined);
const load = option(integer({ min: 50, max: 150 }), { nil: undefined, freq: 3 });
const window = record({
  'cpe_avail 1': availability,
  'cpe_avail 2': availability,
  'cpe_avail 3': availability,
  'itf_in_bps 11': load,
  'itf_in_bps 21': load,
  'itf_in_bps 31': load,
});
const windowsOfValues = array(window, { minLength: 2, maxLength: 20 }).map((windows) =>
  windows.map(
    (values) =>
      Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as WindowValues,
  ),
);

describe('a backtest', () => {
  it.each([
    ['of any alarm, by the alarms in force', busy],
    ['of device availability, by its own alarms', { ...unreachableAlarm, outliers: 1, measures: 2 }],
  ])('counts the raises that another alarm explains as the live engine does: %s', async (_, tested) => {
    const inForce = { ...unreachableAlarm, outliers: 1, measures: 2 };
    await assert(
      asyncProperty(windowsOfValues, async (windows) => {
        const live = new DecidedWindows([inForce, busy]);
        for (const values of windows) live.window(values);
        const raised = `${String(tested.id)}:`;
        const expected = live.log.filter(
          (line) => line.split(' ')[1]?.startsWith(raised) === true && line.includes(' raise <'),
        );
        expect(await explainedBy(tested, windows, new Map([[1, [inForce]]]))).toBe(expected.length);
      }),
      { numRuns: 100 },
    );
  });

  it.each([
    ['once', busy],
    ['two of three times', { ...busy, outliers: 2, measures: 3 }],
    ['held for two good measures', { ...busy, clearAfter: 2 }],
  ])('keeps the alarms of an unreachable device as the live engine does: raised %s', async (_, tested) => {
    await assert(
      asyncProperty(windowsOfValues, async (windows) => {
        const live = new DecidedWindows([unreachableAlarm, tested]);
        for (const values of windows) live.window(values);
        const count = (edge: string): number =>
          live.log.filter((line) => new RegExp(`^\\d+ ${String(tested.id)}:\\d+ ${edge}\\b`).test(line))
            .length;
        const needs = needsOf(tested, windows, new Map([[1, [unreachableAlarm]]]));
        const [figures] = (await runBacktest(needs)).figures;
        expect([figures?.raises, figures?.clears]).toEqual([count('raise'), count('clear')]);
      }),
      { numRuns: 100 },
    );
  });

  it('explains nothing for a customer for whom it is switched off, and then reads no availability', async () => {
    const windows = [{ 'cpe_avail 1': 0, 'itf_in_bps 11': 500 }];
    const on = new Map([[1, [unreachableAlarm]]]);
    expect(await explainedBy(busy, windows, on)).toBe(1);
    expect(await explainedBy(busy, windows, new Map())).toBe(0);
    expect(await explainedBy(busy, windows, undefined)).toBe(0);
    const count = (parents: BacktestRunNeeds['parents']) => valuesNeeded(needsOf(busy, windows, parents));
    expect([count(on), count(new Map())]).toEqual([6, 3]);
  });

  it('has the same result however few elements are read at once', async () => {
    const inForce = { ...unreachableAlarm, outliers: 1, measures: 2 };
    await assert(
      asyncProperty(windowsOfValues, integer({ min: 1, max: 60 }), async (windows, gridValues) => {
        const needs = needsOf(busy, windows, new Map([[1, [inForce]]]));
        const rules = [...needs.rules, { ...needs.rules[0]!, outliers: 1, measures: 1 }];
        let progress = 0;
        const onDone = (values: number): void => void (progress += values);
        const full = await runBacktest({ ...needs, rules });
        expect(await runBacktest({ ...needs, rules, gridValues, onDone })).toEqual(full);
        expect(progress).toBe(valuesNeeded(needs));
      }),
    );
  });
});

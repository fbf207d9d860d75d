import { runSync } from '#platform/clock/steps.ts';
import { describe, expect, it } from 'vitest';
import type { AlarmDefinition } from '#schemas/cockpit/alarm.ts';
import { anAlarm, anInventory, portOf } from '#tests/fixtures/engine/engine-network.ts';
import { elementTableSteps } from '../configuration/element-table.ts';
import { alarmRow } from '../live/alarm-row.ts';
import { AlarmInstances, type Transition } from './alarm-instances.ts';
import { clearingRule, lookback } from './clearing.ts';
import { MeasureHistory } from './measure-history.ts';

const LENGTH = 300;
const MINUTES = LENGTH / 60;
const START = 1_000 * LENGTH;
const inventory = anInventory(1, 1);
const element = portOf(1, 0);
const elements = runSync(elementTableSteps([{ id: element, customer: 1, site: 1, inBps: 0, outBps: 0 }]));

/** `O` is an outlier, `g` a good measure, `.` a missing one. */
const valueOf = (letter: string): number => ({ O: 200, g: 10 })[letter] ?? Number.NaN;

/** What the windows of a story decide: `+` raises, `-` clears, `#` runs, and a space does not run; and the row after the last. */
function play(story: string, change: Partial<AlarmDefinition>) {
  const alarm = anAlarm(change);
  const history = new MeasureHistory(alarm.measures, 1, 1);
  const instances = new AlarmInstances(alarm, 0, { elements, history, kpi: 1, thresholds: undefined });
  let states = '';
  for (const [window, letter] of story.split('').entries()) {
    const edges: Transition[] = [];
    const value = Float64Array.of(valueOf(letter));
    const start = START + window * LENGTH;
    const block = { from: 0, length: 1, value, numerator: value, denominator: Float64Array.of(1) };
    instances.decide(block, { start, length: LENGTH }, { edges, unmeasured: [] });
    const going = instances.since[0] === 0 ? ' ' : '#';
    states += edges.map(({ edge }) => (edge === 'raise' ? '+' : '-')).join('') || going;
  }
  const start = START + (story.length - 1) * LENGTH;
  const newest = { start, length: LENGTH, decided: 0 };
  return { states, row: alarmRow({ instances, slot: 0, newest }, inventory) };
}

const twoOfThree = { outliers: 2, measures: 3 };

describe('an alarm without hold times', () => {
  it.each([
    ['when fewer are outliers', 'OOggO', ' +#- '],
    ['by missing measures, which shift the period', 'OO..O', ' +#- '],
  ])('clears %s', (_, story, expected) => {
    expect(play(story, twoOfThree).states).toBe(expected);
  });
});

describe('an alarm that clears after good measures', () => {
  it.each<[number, Partial<AlarmDefinition>, string, string, string]>([
    [3, {}, 'OgggO', '+##-+', 'clears with the last of them'],
    [3, {}, 'OggOggg', '+#####-', 'starts counting over with an outlier'],
    [2, twoOfThree, 'OOgOgOgg', ' +#####-', 'does not flap with its measures'],
    [2, { outliers: 2, measures: 5 }, 'OOggggg', ' +###- ', 'does not clear before fewer are outliers'],
    [3, {}, 'O...', '+##-', 'counts missing measures as good'],
    [32, {}, `O${'g'.repeat(32)}`, `+${'#'.repeat(31)}-`, 'counts up to 32'],
  ])('after %i, %o: %s becomes %s: %s', (clearAfter, rule, story, expected) => {
    expect(play(story, { ...rule, clearAfter }).states).toBe(expected);
  });
});

describe('an alarm that keeps its state without data', () => {
  it.each<[Partial<AlarmDefinition>, string, string, string]>([
    [{}, 'O...gg', '+###- ', 'clears with the first good measure'],
    [{}, 'O....', '+###-', 'clears once the time is over'],
    [twoOfThree, 'OO..OO', ' +####', 'continues when data comes back bad'],
    [twoOfThree, 'OO...OO', ' +#####', 'is not cleared by the outlier that ends the gap'],
    [{}, 'Og...', '+-   ', 'is not raised by missing measures'],
    [{ clearAfter: 2 }, 'Og..g', '+###-', 'neither counts nor interrupts good measures'],
    [{ clearAfter: 2 }, 'O.....', '+####-', 'counts missing measures as good after the time'],
  ])('for 15 min, %o: %s becomes %s: %s', (rule, story, expected) => {
    expect(play(story, { ...rule, noDataMinutes: 3 * MINUTES }).states).toBe(expected);
  });

  it.each([
    [0, 0],
    [1, 1],
    [5, 1],
    [6, 2],
    [720, 144],
  ])('for %i min keeps it for %i windows of 5 min', (noDataMinutes, windows) => {
    expect(clearingRule({ noDataMinutes }, LENGTH).retainedWindows).toBe(windows);
  });
});

describe('the row of a running alarm', () => {
  const held = { clearAfter: 3, noDataMinutes: 3 * MINUTES };

  it.each([
    ['O', held, {}],
    ['Og', held, { held: { good: 1, clearAfter: 3 } }],
    ['Ogg.', held, { held: { good: 2, clearAfter: 3 }, noDataSince: 3 }],
    ['Ogg..', held, { held: { good: 2, clearAfter: 3 }, noDataSince: 3 }],
    ['OO.', twoOfThree, { noDataSince: 2 }],
    ['O.O', { ...twoOfThree, outliers: 1 }, {}],
  ])('after %s shows since when it has no data and what it still needs to clear', (story, rule, expected) => {
    const { noDataSince, held: shown } = play(story, rule).row;
    const since = noDataSince === undefined ? {} : { noDataSince: (noDataSince - START) / LENGTH };
    expect({ ...since, ...(shown === undefined ? {} : { held: shown }) }).toEqual(expected);
  });
});

describe('the flaps of an alarm', () => {
  it.each([
    ['O', 0],
    ['Og', 0],
    ['OgO', 1],
    ['OgOgOgO', 3],
    [`Og${'g'.repeat(11)}O`, 1],
    [`Og${'g'.repeat(12)}O`, 0],
    [`OgOg${'g'.repeat(12)}OgO`, 1],
  ])('after %s are %i: raises within an hour of the clear before', (story, flaps) => {
    expect(play(story, {}).row.flaps ?? 0).toBe(flaps);
  });
});

it.each([
  [{}, 5],
  [{ clearAfter: 3 }, 8],
  [{ noDataMinutes: 15 }, 9],
  [{ clearAfter: 3, noDataMinutes: 15 }, 11],
])('a backtest of an alarm over 5 measures with %o looks back %i windows', (change, windows) => {
  expect(lookback(anAlarm({ outliers: 3, measures: 5, ...change }), LENGTH)).toBe(windows);
});

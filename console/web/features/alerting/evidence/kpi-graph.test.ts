import { describe, expect, it } from 'vitest';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { graphPoints, graphSummary } from '#web/kernel/kpi/graph-points.ts';
import { graphMarks, graphPeriod, thresholdsAt } from './kpi-graph.ts';

const START = 1_800_000_000;
const period = { from: START, to: START + 1_800 };
const series = (points: readonly (readonly [number, number])[]) => ({
  kpi: 'itf_in_util',
  unit: 'percent' as const,
  aggregation: 'average' as const,
  series: [{ id: 1, points: points.map(([at, value]): [number, number] => [START + at, value]) }],
});
type Edge = AlarmHistory['events'][number]['edge'];
const event = (edge: Edge, at: number) => ({ edge, at: START + at, happened: (START + at) * 1_000 });

describe('the graph of an alarm', () => {
  it.each([
    ['1h', START + 100, START - 3_300, START + 300],
    ['24h', START + 300, START - 86_100, START + 300],
    ['7d', START + 100, START + 3_600 - 604_800, START + 3_600],
  ] as const)('of %s ends with the step of its last window', (span, end, from, to) => {
    expect(graphPeriod(span, end)).toEqual({ from, to });
  });

  it('has a gap for each step without a value', () => {
    const points = graphPoints(
      series([
        [0, 10],
        [300, 20],
        [900, 30],
      ]),
      period,
      300,
    );
    expect(points.values).toEqual([10, 20, null, 30, null, null]);
    expect(points.at.at(-1)).toBe(START + 1_500);
    expect(graphSummary(points)).toEqual({ min: 10, max: 30, average: 20, last: 30, lastAt: START + 900 });
  });

  it('has no summary without a value', () => {
    expect(graphSummary(graphPoints(series([]), period, 300))).toBeUndefined();
  });
});

describe('the marks of the graph', () => {
  it.each([
    ['from raise to clear', [event('clear', 900), event('raise', 300)], [[300, 900]]],
    ['to the end while the alarm runs', [event('raise', 600)], [[600, 1_800]]],
    ['from the start when it was raised before', [event('clear', 600)], [[0, 600]]],
    [
      'once for raises in a row',
      [event('raise', 900), event('change', 600), event('raise', 300)],
      [[300, 1_800]],
    ],
    ['not when it was over before', [event('clear', -300), event('raise', -900)], []],
  ] as const)('show the alarm running %s', (_, events, expected) => {
    const { running } = graphMarks(events, [], period);
    expect(running.map(({ from, to }) => [from - START, to - START])).toEqual(expected);
  });

  it('show silences as periods and acknowledgements as times', () => {
    const events = [
      event('unsilence', 900),
      event('silence', 600),
      event('acknowledge', 450),
      event('raise', 300),
    ];
    expect(graphMarks(events, [], period)).toMatchObject({
      silenced: [{ from: START + 600, to: START + 900 }],
      acknowledged: [START + 450],
    });
  });
});

describe('the threshold of the graph', () => {
  const change = (seconds: number, before: number, after: number, parts: 'kpi'[] = []) => ({
    at: seconds * 1_000,
    parts,
    threshold: { before, after },
  });

  it.each([
    ['is the present one without changes', [], [90, 90, 90]],
    ['is the one that was in force', [change(150, 80, 85), change(200, 85, 90)], [80, 80, 90]],
    ['is unknown while the alarm was on another KPI', [change(150, 5, 90, ['kpi'])], [null, null, 90]],
    [
      'is the present one when another part changed',
      [{ at: 150_000, parts: ['severity' as const] }],
      [90, 90, 90],
    ],
  ])('%s', (_, changes, expected) => {
    expect(thresholdsAt([0, 100, 200], 90, changes)).toEqual(expected);
  });
});

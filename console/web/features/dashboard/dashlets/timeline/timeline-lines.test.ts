import { describe, expect, it } from 'vitest';
import { TimelineSettings } from '#schemas/dashboard/dashlets/timeline.ts';
import type { ChartLine } from '../shared/chart-lines.ts';
import { shownPlace, stackBands, stackedValues, stackEdges } from './stacked-lines.ts';
import { plottedLines } from './timeline-lines.ts';

const line = (id: string, values: readonly (number | null)[], series = 0): ChartLine => ({
  id,
  name: id,
  unit: 'percent',
  series,
  isOthers: false,
  values,
});
const settings = (part: object) =>
  TimelineSettings.parse({
    series: [{ kpi: 'itf_in_util' }, { kpi: 'itf_out_util', axis: 'right' }],
    ...part,
  });
const plotted = (part: object, hidden: readonly string[] = []) =>
  plottedLines([line('a', [1, 2]), line('b', [3, null]), line('c', [5, 6], 1)], settings(part), {
    steps: [0, 300],
    hidden: new Set(hidden),
    trend: (name) => `${name} trend`,
    earlier: (name) => `${name} earlier`,
  });

describe('a timeline', () => {
  it('has a line per row and series, on the axis of the series', () => {
    const { lines, data } = plotted({});
    expect(lines.map(({ label, side }) => [label, side])).toEqual([
      ['a', 'left'],
      ['b', 'left'],
      ['c', 'right'],
    ]);
    expect(data).toEqual([
      [0, 300],
      [1, 2],
      [3, null],
      [5, 6],
    ]);
  });

  it('stacks the lines of an axis, the highest drawn first', () => {
    // The right axis has a stack of its own.
    expect(stackBands(plotted({ stacked: true, style: 'area', regression: true }).lines)).toEqual([[1, 2]]);
    expect(stackBands(plotted({ style: 'area' }).lines)).toEqual([]);
    expect(plotted({ stacked: true }).data).toEqual([
      [0, 300],
      [5, 6],
      [4, null],
      [1, 2],
    ]);
    expect(
      stackedValues([
        { side: 'left', values: [null, 1] },
        { side: 'left', values: [2, 3] },
      ]),
    ).toEqual([
      [null, 1],
      [2, 4],
    ]);
  });

  it('connects values up to the step of their source, those of an earlier period as well', () => {
    const sparse = { ...line('a', [1, null, 2, null, 3, null]), earlier: [null, 1, null, 2, null, 3] };
    const data = (part: object) =>
      plottedLines([sparse, line('b', [1, 1, 1, null, 1, 1])], settings(part), {
        steps: [0, 1, 2, 3, 4, 5],
        hidden: new Set<string>(),
        trend: String,
        earlier: String,
      }).data.slice(1);
    const own = [1, undefined, 2, undefined, 3, null];
    expect(data({})).toEqual([own, [1, 1, 1, null, 1, 1], [null, 1, undefined, 2, undefined, 3]]);
    expect(data({ style: 'bars' })[0]).toEqual([1, null, 2, null, 3, null]);
    // In a stack it adds what its line shows at each step.
    expect(data({ stacked: true }).slice(0, 2)).toEqual([
      [2, 2.5, 3, null, 4, 1],
      [1, 1.5, 2, 2.5, 3, null],
    ]);
  });

  it('has stacked areas that a gap of one line does not cut', () => {
    const edges = stackEdges([
      { side: 'left', values: [1, null, null, 1] },
      { side: 'left', values: [2, 2, null, 2] },
      { side: 'right', values: [null, 5, 5, 5] },
    ]);
    expect(edges).toEqual([
      [1, 0, null, 1],
      [3, 2, null, 3],
      [null, 5, 5, 5],
    ]);
  });

  it('draws the edge of a stacked area where its line has a gap, and no dots on the areas below', () => {
    const { lines, data } = plotted({ stacked: true, style: 'area' });
    const edges = lines.flatMap(({ id, kind }, at) => (kind === 'line' ? [[id, data[at + 1]]] : []));
    expect(edges).toEqual([
      ['c', [5, 6]],
      ['b', [4, 2]],
      ['a', [1, 2]],
    ]);
  });

  it('names the value that a line shows between two values', () => {
    const at = (place: number) => shownPlace([1, undefined, 2, null, undefined], place);
    expect([0, 1, 2, 3, 4].map(at)).toEqual([0, 0, 2, null, null]);
  });

  it('leaves out hidden lines without changing the colours of others', () => {
    const all = plotted({}).lines;
    expect(plotted({}, ['a']).lines).toEqual(all.slice(1));
  });

  it('adds the earlier period of each line on its axis and in its colour, hidden by itself', () => {
    const lines = [line('a', [1, 2]), { ...line('c', [5, 6], 1), earlier: [7, null] }];
    const drawn = (hidden: readonly string[]) =>
      plottedLines(lines, settings({}), {
        steps: [0, 300],
        hidden: new Set(hidden),
        trend: String,
        earlier: (name) => `${name} earlier`,
      });
    const { lines: plottedOnes, data } = drawn(['c']);
    expect(plottedOnes).toMatchObject([
      { label: 'a', kind: 'line' },
      { label: 'c earlier', kind: 'earlier', side: 'right', colour: '--tt-series-2' },
    ]);
    expect(data[2]).toEqual([7, null]);
    expect(drawn(['c earlier']).lines.map(({ label }) => label)).toEqual(['a', 'c']);
  });

  it('adds the trend of each line that has one', () => {
    const { lines, data } = plotted({ regression: true });
    expect(lines.slice(3).map(({ label, kind }) => [label, kind])).toEqual([
      ['a trend', 'trend'],
      ['c trend', 'trend'],
    ]);
    expect(data[4]).toEqual([1, 2]);
  });
});

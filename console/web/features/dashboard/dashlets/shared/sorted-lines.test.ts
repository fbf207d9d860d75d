import { describe, expect, it } from 'vitest';
import type { ChartLine } from './chart-lines.ts';
import { nextOrder, sortedLines, type LegendOrder } from './sorted-lines.ts';

const line = (name: string, values: readonly (number | null)[]): ChartLine => ({
  id: name,
  series: 0,
  name,
  values,
  unit: 'scalar',
  isOthers: false,
});
const lines = [line('r2', [5, 1]), line('r10', [null, null]), line('r1', [2, 8])];
const names = (order: LegendOrder | undefined) => sortedLines(lines, order).map(({ line: { name } }) => name);

describe('the rows of a legend', () => {
  it('have the order of the lines, until one is chosen', () => {
    expect(names(undefined)).toEqual(['r2', 'r10', 'r1']);
  });

  it.each([
    ['maximum', 'descending', ['r1', 'r2', 'r10']],
    ['maximum', 'ascending', ['r2', 'r1', 'r10']],
    ['minimum', 'descending', ['r1', 'r2', 'r10']],
    ['last', 'descending', ['r1', 'r2', 'r10']],
    ['last', 'ascending', ['r2', 'r1', 'r10']],
    ['average', 'ascending', ['r2', 'r1', 'r10']],
    ['name', 'ascending', ['r1', 'r2', 'r10']],
    ['name', 'descending', ['r10', 'r2', 'r1']],
  ] as const)('sort by %s %s, a line without values last', (by, direction, sorted) => {
    expect(names({ by, direction })).toEqual(sorted);
  });

  it('have the colours that their lines have in the chart', () => {
    expect(sortedLines(lines, { by: 'name', direction: 'ascending' }).map(({ place }) => place)).toEqual([
      2, 0, 1,
    ]);
  });
});

describe('a click on a heading', () => {
  it('shows the greatest value first, then the least, then the order of the lines', () => {
    const first = nextOrder(undefined, 'maximum');
    const second = nextOrder(first, 'maximum');
    expect([first, second, nextOrder(second, 'maximum')]).toEqual([
      { by: 'maximum', direction: 'descending' },
      { by: 'maximum', direction: 'ascending' },
      undefined,
    ]);
  });

  it('starts names with A, and another column with its first order', () => {
    expect(nextOrder({ by: 'maximum', direction: 'ascending' }, 'name')).toEqual({
      by: 'name',
      direction: 'ascending',
    });
  });
});

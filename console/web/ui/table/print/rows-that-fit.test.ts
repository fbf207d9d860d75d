import { describe, expect, it } from 'vitest';
import { rowsThatFit } from './rows-that-fit.ts';

const edges = [40, 60, 100, 120];

describe('rows of a table on paper', () => {
  it.each([
    ['all of them fit without a line below them', { height: 120, note: 20, more: 0 }, 4],
    ['what continues elsewhere needs room for the line that says so', { height: 119, note: 20, more: 0 }, 2],
    ['rows that were not drawn follow elsewhere', { height: 120, note: 20, more: 7 }, 3],
    ['a row that is cut is not printed', { height: 99, note: 0, more: 0 }, 2],
    ['a frame that is too small shows none', { height: 30, note: 20, more: 0 }, 0],
  ])('%s', (_, room, count) => {
    expect(rowsThatFit(edges, room)).toBe(count);
  });

  it('an empty table fits', () => {
    expect(rowsThatFit([], { height: 10, note: 20, more: 0 })).toBe(0);
  });
});

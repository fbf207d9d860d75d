import { expect, it } from 'vitest';
import { graphsLeftOut } from './graph-places.ts';

const none: ReadonlySet<string> = new Set();
const of = (...ids: readonly string[]): ReadonlySet<string> => new Set(ids);

it('a graph without a value is left out until something is drawn below the graphs, and keeps its place after that', () => {
  const before = graphsLeftOut(none, { empty: of('memory'), isBegun: false });
  expect(before).toEqual(of('memory'));
  expect(graphsLeftOut(before, { empty: of('memory', 'loss'), isBegun: true })).toEqual(of('memory'));
  expect(graphsLeftOut(none, { empty: of('memory', 'loss'), isBegun: true })).toEqual(none);
});

it('a graph that has a value at last is shown', () => {
  expect(graphsLeftOut(of('memory', 'loss'), { empty: of('loss'), isBegun: true })).toEqual(of('loss'));
  expect(graphsLeftOut(of('memory'), { empty: none, isBegun: false })).toEqual(none);
});

it('the set is the same one while nothing changes, so that nothing is drawn again', () => {
  const before = of('memory');
  for (const isBegun of [true, false])
    expect(graphsLeftOut(before, { empty: of('memory'), isBegun })).toBe(before);
});

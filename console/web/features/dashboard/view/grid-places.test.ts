import { describe, expect, it } from 'vitest';
import { cellBoxes, gridHeight, layoutIn, newPlace, placesAfterKey, stackedLayout } from './grid-places.ts';

const dashlet = (id: string, x: number, y: number, width = 12, height = 4) => ({
  id,
  place: { x, y, width, height },
});
const page = [dashlet('a', 0, 0), dashlet('b', 12, 0), dashlet('c', 0, 4)];
const after = (id: string, key: string, shiftKey = false) =>
  Object.fromEntries(
    [...(placesAfterKey(page, id, { key, shiftKey }) ?? [])].map(([name, { x, y, width, height }]) => [
      name,
      [x, y, width, height],
    ]),
  );

describe('a dashlet', () => {
  it('changes places with the one above or below by arrow keys', () => {
    expect(after('c', 'ArrowUp')).toMatchObject({ c: [0, 0, 12, 4], a: [0, 4, 12, 4] });
    expect(after('a', 'ArrowDown')).toMatchObject({ c: [0, 0, 12, 4], a: [0, 4, 12, 4] });
  });

  it('moves sideways within the grid', () => {
    expect(after('c', 'ArrowRight')['c']?.[0]).toBe(1);
    expect(after('a', 'ArrowLeft')['a']).toEqual([0, 0, 12, 4]);
  });

  it('is resized with Shift, and those below make room', () => {
    expect(after('a', 'ArrowDown', true)).toMatchObject({ a: [0, 0, 12, 5], c: [0, 5, 12, 4] });
    expect(after('b', 'ArrowRight', true)['b']).toEqual([12, 0, 12, 4]);
  });

  it('ignores other keys', () => {
    expect(placesAfterKey(page, 'a', { key: 'Enter', shiftKey: false })).toBeUndefined();
  });

  it('that is new takes the first free place next to the others, or stands below them', () => {
    expect(newPlace(page, [40, 8])).toEqual({ x: 0, y: 8, width: 24, height: 8 });
    expect(newPlace(page, [12, 8])).toEqual({ x: 12, y: 4, width: 12, height: 8 });
    expect(newPlace([], [12, 8])).toEqual({ x: 0, y: 0, width: 12, height: 8 });
  });
});

it('on a narrow screen dashlets stand below each other in reading order', () => {
  expect(stackedLayout(page).map(({ i, y, w, h }) => [i, y, w, h])).toEqual([
    ['a', 0, 24, 6],
    ['b', 6, 24, 6],
    ['c', 12, 24, 6],
  ]);
});

it('next to its settings on the screen of a laptop a dashlet keeps its place, so that it can be moved', () => {
  const places = (isEdited: boolean) => layoutIn(page, 640, isEdited).map(({ x, y }) => [x, y]);
  expect(places(false)).toEqual(stackedLayout(page).map(({ x, y }) => [x, y]));
  expect(places(true)).toEqual(layoutIn(page, 1_001).map(({ x, y }) => [x, y]));
  expect(layoutIn(page, 390, true)).toEqual(stackedLayout(page));
});

it('a dashlet stands at whole pixels, as far from its neighbours as the document says', () => {
  const grid = { rowHeight: 24, gap: 4 };
  const layout = layoutIn(page, 1_001);
  expect(Object.fromEntries(cellBoxes(layout, grid, 1_001))).toEqual({
    a: { top: 0, left: 0, width: 499, height: 108 },
    b: { top: 0, left: 503, width: 498, height: 108 },
    c: { top: 112, left: 0, width: 499, height: 108 },
  });
  expect(gridHeight(layout, grid)).toBe(220);
  expect(gridHeight([], grid)).toBe(0);
});

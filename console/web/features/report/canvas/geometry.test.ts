import { describe, expect, it } from 'vitest';
import type { ReportItem } from '#schemas/report/item.ts';
import { aligned, frameAround, distributed, resized, scaledWithin, type Alignment } from './geometry.ts';
import { pressed, relayered, withGroups, type LayerMove } from './selection.ts';
import { snapLines, snapMove, snapResize } from './snap.ts';

const frame = { x: 100, y: 100, width: 200, height: 100 };
const page = { width: 1_000, height: 800 };

describe('resizing', () => {
  it.each([
    ['se', { x: 10, y: 20 }, { x: 100, y: 100, width: 210, height: 120 }],
    ['nw', { x: 10, y: 20 }, { x: 110, y: 120, width: 190, height: 80 }],
    ['e', { x: 10, y: 20 }, { x: 100, y: 100, width: 210, height: 100 }],
    ['n', { x: 10, y: -20 }, { x: 100, y: 80, width: 200, height: 120 }],
    ['w', { x: 900, y: 0 }, { x: 296, y: 100, width: 4, height: 100 }],
  ] as const)('by the handle %s moves its sides and no others', (handle, by, expected) => {
    expect(resized(frame, { handle, by })).toEqual(expected);
  });

  it.each([
    ['se', { x: 100, y: 0 }, { x: 100, y: 100, width: 300, height: 150 }],
    ['s', { x: 0, y: 50 }, { x: 100, y: 100, width: 300, height: 150 }],
    ['nw', { x: -100, y: 0 }, { x: 0, y: 50, width: 300, height: 150 }],
  ] as const)('with a ratio by the handle %s', (handle, by, expected) => {
    expect(resized(frame, { handle, by, keepRatio: true })).toEqual(expected);
  });

  it('of several scales them within their bounds', () => {
    const from = { x: 0, y: 0, width: 400, height: 400 };
    const to = { x: 0, y: 0, width: 800, height: 200 };
    expect(scaledWithin(frame, from, to)).toEqual({ x: 200, y: 50, width: 400, height: 50 });
  });
});

describe('aligning', () => {
  const other = { x: 400, y: 300, width: 100, height: 50 };
  it.each([
    ['left', [100, 100], [100, 300]],
    ['center', [200, 100], [250, 300]],
    ['right', [300, 100], [400, 300]],
    ['top', [100, 100], [400, 100]],
    ['middle', [100, 175], [400, 200]],
    ['bottom', [100, 250], [400, 300]],
  ] as const)('several: %s of their bounds', (alignment: Alignment, ...expected) => {
    expect(aligned([frame, other], alignment, page).map(({ x, y }) => [x, y])).toEqual(expected);
  });

  it('one: within its page', () => {
    expect(aligned([frame], 'right', page)).toEqual([{ ...frame, x: 800 }]);
    expect(aligned([frame], 'middle', page)).toEqual([{ ...frame, y: 350 }]);
  });

  it('none has no bounds', () => {
    expect(frameAround([])).toBeUndefined();
  });
});

describe('distributing', () => {
  it('makes the gaps equal in the order of the places', () => {
    const frames = [
      { ...frame, x: 0, width: 100 },
      { ...frame, x: 500, width: 100 },
      { ...frame, x: 120, width: 200 },
    ];
    expect(distributed(frames, 'horizontal').map(({ x }) => x)).toEqual([0, 500, 200]);
  });

  it('needs three', () => {
    const frames = [frame, { ...frame, x: 900 }];
    expect(distributed(frames, 'vertical')).toBe(frames);
  });
});

describe('snapping', () => {
  const lines = snapLines(page, [{ x: 600, y: 600, width: 100, height: 100 }]);
  it.each([
    ['the edge of another item', { x: 298, y: 0 }, { x: 300, y: 0 }, 600],
    ['the middle of the page', { x: 303, y: 0 }, { x: 300, y: 0 }, 600],
    ['nothing that is too far', { x: 270, y: 0 }, { x: 270, y: 0 }, undefined],
  ])('a move ends at %s', (_, by, expected, guide) => {
    const snapped = snapMove(frame, by, { lines, tolerance: 5 });
    expect(snapped.by).toEqual(expected);
    if (guide !== undefined) expect(snapped.guides.x).toContain(guide);
  });

  it('a resize snaps the side that is held', () => {
    const snapped = snapResize(frame, { handle: 'e', by: { x: 197, y: 3 } }, { lines, tolerance: 5 });
    expect(snapped).toEqual({ by: { x: 200, y: 3 }, guides: { x: [500], y: [] } });
  });
});

describe('selecting', () => {
  const item = (id: string, group?: string): ReportItem => ({
    id,
    kind: 'shape',
    shape: 'line',
    frame,
    locked: false,
    strokeWidth: 1,
    strokeStyle: 'solid',
    radius: 0,
    ...(group !== undefined && { group }),
  });
  const items = [item('a'), item('b', 'g'), item('c', 'g'), item('d')];

  it('an item of a group selects all of it', () => {
    expect([...withGroups(items, ['b'])]).toEqual(['b', 'c']);
  });

  it.each([
    ['selects it alone', ['a'], 'd', false, ['d']],
    ['keeps a selection that it is part of', ['a', 'd'], 'd', false, ['a', 'd']],
    ['with Shift adds it', ['a'], 'b', true, ['a', 'b', 'c']],
    ['with Shift removes it', ['a', 'b', 'c'], 'c', true, ['a']],
  ])('a press %s', (_, selected, id, adds, expected) => {
    expect([...pressed(items, { selection: new Set(selected), id, adds })]).toEqual(expected);
  });

  it.each([
    ['front', ['b'], 'acdb'],
    ['back', ['c'], 'cabd'],
    ['forward', ['a'], 'bacd'],
    ['forward', ['c', 'd'], 'abcd'],
    ['forward', ['a', 'b'], 'cabd'],
    ['backward', ['d'], 'abdc'],
    ['backward', ['a', 'b'], 'abcd'],
  ] as const)('moves layers: %s of %j', (move: LayerMove, selected, expected) => {
    expect(
      relayered(items, new Set(selected), move)
        .map(({ id }) => id)
        .join(''),
    ).toBe(expected);
  });
});

import { bottom, calcGridItemPosition, moveElement, verticalCompactor } from 'react-grid-layout/core';
import type { Layout, LayoutItem } from 'react-grid-layout';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import type { Dashlet, DashletPlace } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';

const { columns } = dashboardLimits;

type Placed = Pick<Dashlet, 'id' | 'place'>;

const itemOf = ({ id, place: { x, y, width, height } }: Placed): LayoutItem => ({
  i: id,
  x,
  y,
  w: width,
  h: height,
});

export const gridLayout = (dashlets: readonly Placed[]): Layout =>
  verticalCompactor.compact(dashlets.map(itemOf), columns);

/** Rows of a dashlet on a narrow screen, where each takes the full width. */
const MIN_STACKED_ROWS = 6;

/** Every dashlet below the one before, in reading order. */
export function stackedLayout(dashlets: readonly Placed[]): Layout {
  const inOrder = dashlets.toSorted(
    (one, other) => one.place.y - other.place.y || one.place.x - other.place.x,
  );
  let y = 0;
  return inOrder.map(({ id, place: { height } }) => {
    const h = Math.max(height, MIN_STACKED_ROWS);
    const item = { i: id, x: 0, y, w: columns, h };
    y += h;
    return item;
  });
}

/** Below this width, CSS pixels, dashlets stand below each other. */
const NARROW = 720;
/** Beside the settings of a dashlet they keep their places on the screen of a laptop: there they are moved. */
const EDITED_NARROW = 560;

export const isStacked = (width: number, isEdited = false): boolean =>
  width < (isEdited ? EDITED_NARROW : NARROW);

export const layoutIn = (dashlets: readonly Placed[], width: number, isEdited = false): Layout =>
  isStacked(width, isEdited) ? stackedLayout(dashlets) : gridLayout(dashlets);

type Grid = DashboardDocument['grid'];

/** The boxes of dashlets within the grid by id, in whole CSS pixels: charts stay sharp. */
export const cellBoxes = (
  layout: Layout,
  { rowHeight, gap }: Grid,
  width: number,
): ReadonlyMap<string, Readonly<Record<'top' | 'left' | 'width' | 'height', number>>> =>
  new Map(
    layout.map(({ i, x, y, w, h }) => [
      i,
      calcGridItemPosition(
        {
          margin: [gap, gap],
          containerPadding: [0, 0],
          rowHeight,
          cols: columns,
          containerWidth: width,
          maxRows: Infinity,
        },
        ...([x, y, w, h] as const),
      ),
    ]),
  );

/** Of all dashlets, in CSS pixels. */
export const gridHeight = (layout: Layout, { rowHeight, gap }: Grid): number =>
  Math.max(0, bottom(layout) * (rowHeight + gap) - gap);

/** Places of dashlets by id. */
export type Places = ReadonlyMap<string, DashletPlace>;

export const gridPlaces = (layout: Layout): Places =>
  new Map(layout.map(({ i, x, y, w, h }) => [i, { x, y, width: w, height: h }]));

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** A dashlet above moves down only if this one takes its whole height. */
function verticalStep(layout: Layout, item: LayoutItem, dy: number): number {
  if (dy >= 0) return dy;
  const above = layout.filter(
    (other) =>
      other.i !== item.i && other.y < item.y && other.x < item.x + item.w && item.x < other.x + other.w,
  );
  const nearest = above.toSorted((one, other) => other.y - one.y)[0];
  return nearest === undefined ? dy : nearest.y - item.y;
}

/** The places after an arrow key moved a dashlet, or resized it with Shift; undefined for other keys and unknown dashlets. */
export function placesAfterKey(
  dashlets: readonly Placed[],
  id: string,
  { key, shiftKey }: Pressed,
): Places | undefined {
  const step = steps[key];
  const layout = gridLayout(dashlets).map((item) => ({ ...item }));
  const item = layout.find(({ i }) => i === id);
  if (step === undefined || item === undefined) return undefined;
  const [dx, dy] = step;
  if (shiftKey) {
    item.w = within(item.w + dx, 1, columns - item.x);
    item.h = Math.max(1, item.h + dy);
    return gridPlaces(verticalCompactor.compact(layout, columns));
  }
  const below = layout.filter(
    (other) =>
      dy > 0 && other.y >= item.y + item.h && other.x < item.x + item.w && item.x < other.x + other.w,
  );
  const next = below.toSorted((one, other) => one.y - other.y)[0];
  const down = next === undefined ? dy : next.h;
  const [x, y] = [
    within(item.x + dx, 0, columns - item.w),
    Math.max(0, item.y + (dy > 0 ? down : verticalStep(layout, item, dy))),
  ];
  const moved = moveElement(layout, item, x, y, true, false, 'vertical', columns);
  return gridPlaces(verticalCompactor.compact(moved, columns));
}

const overlaps = (one: DashletPlace, other: DashletPlace): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The place of a new dashlet: the first free one next to the others, in reading order, or below them. */
export function newPlace(
  dashlets: readonly Placed[],
  [wished, height]: readonly [number, number],
): DashletPlace {
  const width = Math.min(wished, columns);
  const rows = new Set([0, ...dashlets.flatMap(({ place: { y, height: own } }) => [y, y + own])]);
  for (const y of [...rows].toSorted((one, other) => one - other))
    for (let x = 0; x <= columns - width; x += 1) {
      const place = { x, y, width, height };
      if (dashlets.every((dashlet) => !overlaps(dashlet.place, place))) return place;
    }
  return { x: 0, y: Math.max(0, ...rows), width, height };
}

/** The places of dashlets, moved down where they overlap. */
export function placesApart(dashlets: readonly Placed[]): Places {
  const isApart = dashlets.every((one, at) =>
    dashlets.slice(0, at).every((other) => !overlaps(one.place, other.place)),
  );
  return isApart ? new Map(dashlets.map(({ id, place }) => [id, place])) : gridPlaces(gridLayout(dashlets));
}

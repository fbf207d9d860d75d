import type { SiteState } from './site-states.ts';

/** Least width and height of a cell with a name, and the gap between cells, CSS pixels. */
const NAMED = { width: 128, height: 40 } as const;
const GAP = 3;
/** Of cells without names. Those that are pressed are 24 pixels from each other (WCAG 2.5.8); on a wall and on paper they are only seen. */
const SIDE = { pressed: 21, seen: 8, greatest: 24 } as const;

interface CellRoom {
  readonly width: number;
  readonly height: number;
  /** Whether cells lead somewhere. */
  readonly isPressed: boolean;
}

const fitting = (length: number, of: number): number => Math.max(1, Math.floor((length + GAP) / (of + GAP)));

/** How many of the cells, from the worst on, have names, and the side of the others, so that as many as possible are in view; the others are scrolled to. */
export function cellLayout(
  sites: readonly Pick<SiteState, 'status'>[],
  { width, height, isPressed }: CellRoom,
): { readonly named: number; readonly side: number } {
  const columns = fitting(width, NAMED.width);
  const rows = fitting(height, NAMED.height);
  if (sites.length <= columns * rows) return { named: sites.length, side: SIDE.greatest };
  // Names take half of the box, unless all of these sites need less.
  const bad = sites.findIndex(({ status }) => status === 'ok');
  const notGood = bad === -1 ? sites.length : bad;
  const rowsOfNames = Math.min(Math.ceil(notGood / columns), Math.max(1, Math.floor(rows / 2)));
  const named = Math.min(notGood, rowsOfNames * columns);
  const room = Math.max(0, height - rowsOfNames * (NAMED.height + GAP));
  const left = sites.length - named;
  const least = isPressed ? SIDE.pressed : SIDE.seen;
  let side: number = SIDE.greatest;
  while (side > least && fitting(width, side) * Math.floor((room + GAP) / (side + GAP)) < left) side -= 1;
  return { named, side };
}

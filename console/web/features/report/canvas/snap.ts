import type { Frame } from '#schemas/report/item.ts';
import type { Vector } from './geometry.ts';

/** Lines that frames snap to, in pixels of the page. */
export interface SnapLines {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

interface SnapResult {
  readonly by: Vector;
  /** Lines that are met, to be shown. */
  readonly guides: SnapLines;
}

const ofAxis = (start: number, length: number): readonly number[] => [
  start,
  start + length / 2,
  start + length,
];

/** Edges and middles of a page and of the frames on it. */
export function snapLines(page: Pick<Frame, 'width' | 'height'>, frames: readonly Frame[]): SnapLines {
  return {
    x: [...ofAxis(0, page.width), ...frames.flatMap(({ x, width }) => ofAxis(x, width))],
    y: [...ofAxis(0, page.height), ...frames.flatMap(({ y, height }) => ofAxis(y, height))],
  };
}

/** The shortest way from one of some places to one of the lines; 0: none is near enough. */
function pull(places: readonly number[], lines: readonly number[], tolerance: number): number {
  let shortest = Infinity;
  for (const place of places)
    for (const line of lines) if (Math.abs(line - place) < Math.abs(shortest)) shortest = line - place;
  return Math.abs(shortest) <= tolerance ? shortest : 0;
}

const met = (places: readonly number[], lines: readonly number[]): readonly number[] => [
  ...new Set(lines.filter((line) => places.some((place) => Math.abs(line - place) < 0.5))),
];

/** How far something is pulled, and to what. */
interface SnapRules {
  readonly lines: SnapLines;
  readonly tolerance: number;
}

/** Moves a frame, and on to the nearest lines within a tolerance. */
export function snapMove(frame: Frame, by: Vector, { lines, tolerance }: SnapRules): SnapResult {
  const at = { x: frame.x + by.x, y: frame.y + by.y };
  const x = by.x + pull(ofAxis(at.x, frame.width), lines.x, tolerance);
  const y = by.y + pull(ofAxis(at.y, frame.height), lines.y, tolerance);
  return {
    by: { x, y },
    guides: {
      x: met(ofAxis(frame.x + x, frame.width), lines.x),
      y: met(ofAxis(frame.y + y, frame.height), lines.y),
    },
  };
}

/** Moves the sides of a frame that a handle holds, and on to the nearest lines. */
export function snapResize(
  frame: Frame,
  { handle, by }: { readonly handle: string; readonly by: Vector },
  { lines, tolerance }: SnapRules,
): SnapResult {
  const edges = {
    x: handle.includes('w') ? [frame.x] : handle.includes('e') ? [frame.x + frame.width] : [],
    y: handle.includes('n') ? [frame.y] : handle.includes('s') ? [frame.y + frame.height] : [],
  };
  const shifted = (axis: 'x' | 'y', to: number): number[] => edges[axis].map((edge) => edge + to);
  const x = by.x + pull(shifted('x', by.x), lines.x, tolerance);
  const y = by.y + pull(shifted('y', by.y), lines.y, tolerance);
  return { by: { x, y }, guides: { x: met(shifted('x', x), lines.x), y: met(shifted('y', y), lines.y) } };
}

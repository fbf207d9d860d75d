import { reportDocumentLimits } from '#schemas/limit/report.ts';
import type { Frame } from '#schemas/report/item.ts';

export interface Vector {
  readonly x: number;
  readonly y: number;
}

export const handles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
export type Handle = (typeof handles)[number];

/** The frame around frames; undefined: there are none. */
export function frameAround(frames: readonly Frame[]): Frame | undefined {
  if (frames.length === 0) return undefined;
  const left = Math.min(...frames.map(({ x }) => x));
  const top = Math.min(...frames.map(({ y }) => y));
  const right = Math.max(...frames.map(({ x, width }) => x + width));
  const bottom = Math.max(...frames.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

export const movedBy = (frame: Frame, { x, y }: Vector): Frame => ({
  ...frame,
  x: frame.x + x,
  y: frame.y + y,
});

/** Full pixels: what is moved with the pointer lies on them. */
export const onPixels = ({ x, y, width, height }: Frame): Frame => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.max(reportDocumentLimits.minSide, Math.round(width)),
  height: Math.max(reportDocumentLimits.minSide, Math.round(height)),
});

interface Resize {
  readonly handle: Handle;
  readonly by: Vector;
  /** Width and height keep their ratio, as for images. */
  readonly keepRatio?: boolean;
}

type Size = Pick<Frame, 'width' | 'height'>;

const atLeast = (side: number): number => Math.max(reportDocumentLimits.minSide, side);

/** 1: the handle holds the side at the end of an axis, -1: at its start, 0: none. */
export const heldSide = (handle: Handle, start: string, end: string): number =>
  handle.includes(end) ? 1 : handle.includes(start) ? -1 : 0;

/** The size with the ratio of a frame, which follows the side that was pulled further. */
function inRatio(frame: Frame, { width, height }: Size, [x, y]: readonly [number, number]): Size {
  const ratio = frame.width / frame.height;
  const followsWidth = x !== 0 && (y === 0 || width / ratio >= height);
  return followsWidth
    ? { width, height: atLeast(width / ratio) }
    : { width: atLeast(height * ratio), height };
}

/** Moves the sides that a handle holds; the opposite ones stay. No side is shorter than the minimum. */
export function resized(frame: Frame, { handle, by, keepRatio = false }: Resize): Frame {
  const [x, y] = [heldSide(handle, 'w', 'e'), heldSide(handle, 'n', 's')];
  const pulled = { width: atLeast(frame.width + x * by.x), height: atLeast(frame.height + y * by.y) };
  const size = keepRatio ? inRatio(frame, pulled, [x, y]) : pulled;
  return {
    x: x < 0 ? frame.x + frame.width - size.width : frame.x,
    y: y < 0 ? frame.y + frame.height - size.height : frame.y,
    ...size,
  };
}

/** A frame within others that are resized together. */
export function scaledWithin(frame: Frame, from: Frame, to: Frame): Frame {
  const [scaleX, scaleY] = [to.width / from.width, to.height / from.height];
  return {
    x: to.x + (frame.x - from.x) * scaleX,
    y: to.y + (frame.y - from.y) * scaleY,
    width: Math.max(reportDocumentLimits.minSide, frame.width * scaleX),
    height: Math.max(reportDocumentLimits.minSide, frame.height * scaleY),
  };
}

const alignments = ['left', 'center', 'right', 'top', 'middle', 'bottom'] as const;
export type Alignment = (typeof alignments)[number];

/** Aligns frames within their bounds, or, one alone, within its page. */
export function aligned(
  frames: readonly Frame[],
  alignment: Alignment,
  page: Pick<Frame, 'width' | 'height'>,
): readonly Frame[] {
  const within = frames.length === 1 ? { x: 0, y: 0, ...page } : frameAround(frames);
  if (within === undefined) return frames;
  const { x, y, width, height } = within;
  const place: Readonly<Record<Alignment, (frame: Frame) => Partial<Frame>>> = {
    left: () => ({ x }),
    center: (frame) => ({ x: x + (width - frame.width) / 2 }),
    right: (frame) => ({ x: x + width - frame.width }),
    top: () => ({ y }),
    middle: (frame) => ({ y: y + (height - frame.height) / 2 }),
    bottom: (frame) => ({ y: y + height - frame.height }),
  };
  return frames.map((frame) => onPixels({ ...frame, ...place[alignment](frame) }));
}

/** Makes the gaps between frames equal, from the first to the last one in a direction. */
export function distributed(
  frames: readonly Frame[],
  direction: 'horizontal' | 'vertical',
): readonly Frame[] {
  if (frames.length < 3) return frames;
  const [at, side] = direction === 'horizontal' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const order = frames
    .map((frame, index) => ({ frame, index }))
    .toSorted((one, other) => one.frame[at] - other.frame[at]);
  const [first, last] = [order[0]?.frame, order.at(-1)?.frame];
  if (first === undefined || last === undefined) return frames;
  const sides = order.reduce((sum, { frame }) => sum + frame[side], 0);
  const gap = (last[at] + last[side] - first[at] - sides) / (order.length - 1);
  const placed = new Map<number, Frame>();
  let next = first[at];
  for (const { frame, index } of order) {
    placed.set(index, onPixels({ ...frame, [at]: next }));
    next += frame[side] + gap;
  }
  return frames.map((frame, index) => placed.get(index) ?? frame);
}

/** Whether two frames have a point in common. */
export const overlap = (one: Frame, other: Frame): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** The frame between two points. */
export const frameBetween = (one: Vector, other: Vector): Frame => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});

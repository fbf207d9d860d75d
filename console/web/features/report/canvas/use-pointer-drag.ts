import { useRef, useState, type PointerEvent } from 'react';
import type { Frame, ReportItem } from '#schemas/report/item.ts';
import {
  frameAround,
  frameBetween,
  movedBy,
  onPixels,
  overlap,
  resized,
  scaledWithin,
  type Handle,
  type Vector,
} from './geometry.ts';
import { snapLines, snapMove, snapResize, type SnapLines } from './snap.ts';
import { noSelection, pressed, withGroups, type SelectedItems } from './selection.ts';

/** What a pointer that is held down changes: nothing is stored until it is released. */
type DragState =
  | { readonly is: 'move'; readonly frames: ReadonlyMap<string, Frame>; readonly guides: SnapLines }
  | { readonly is: 'resize'; readonly frames: ReadonlyMap<string, Frame>; readonly guides: SnapLines }
  | { readonly is: 'select'; readonly box: Frame };

interface DragNeeds {
  readonly items: readonly ReportItem[];
  readonly page: Pick<Frame, 'width' | 'height'>;
  readonly zoom: number;
  readonly isSnapping: boolean;
  readonly selection: SelectedItems;
  readonly select: (selection: SelectedItems) => void;
  readonly onFrames: (frames: ReadonlyMap<string, Frame>) => void;
}

const SNAP_PX = 6;
/** A press that moves less is a click. */
const CLICK_PX = 3;
const noGuides: SnapLines = { x: [], y: [] };

interface PointerPress {
  readonly from: Vector;
  readonly start: SelectedItems;
  readonly run: (by: Vector, event: PointerEvent) => DragState;
  /** What the last move gave: a release may come before it is drawn. */
  last?: DragState;
}

const framesOf = (items: readonly ReportItem[], selection: SelectedItems): ReadonlyMap<string, Frame> =>
  new Map(items.flatMap(({ id, frame }) => (selection.has(id) ? [[id, frame] as const] : [])));

type Run = PointerPress['run'];

/** Lines of the page and of the items that do not move. */
const fixedLines = ({ items, page }: DragNeeds, chosen: SelectedItems): SnapLines =>
  snapLines(
    page,
    items.filter(({ id }) => !chosen.has(id)).map(({ frame }) => frame),
  );

/** With Shift in one direction only. */
function straight(by: Vector, isStraight: boolean): Vector {
  if (!isStraight) return by;
  return Math.abs(by.x) > Math.abs(by.y) ? { ...by, y: 0 } : { ...by, x: 0 };
}

/** Moves the selected items; with Alt they do not snap. */
function moving(needs: DragNeeds, chosen: SelectedItems): Run {
  const { items, isSnapping, zoom } = needs;
  const frames = framesOf(items, chosen);
  const bounds = frameAround([...frames.values()]);
  const snapping = { lines: fixedLines(needs, chosen), tolerance: SNAP_PX / zoom };
  return (way, event) => {
    const by = straight(way, event.shiftKey);
    const snapped =
      bounds === undefined || !isSnapping || event.altKey
        ? { by, guides: noGuides }
        : snapMove(bounds, by, snapping);
    const moved = new Map([...frames].map(([id, frame]) => [id, onPixels(movedBy(frame, snapped.by))]));
    return { is: 'move', frames: moved, guides: snapped.guides };
  };
}

/** Resizes the selected items within their bounds; a single image keeps its ratio, others do with Shift. */
function resizing(needs: DragNeeds, handle: Handle): Run | undefined {
  const { items, selection, isSnapping, zoom } = needs;
  const frames = framesOf(items, selection);
  const bounds = frameAround([...frames.values()]);
  if (bounds === undefined) return undefined;
  const snapping = { lines: fixedLines(needs, selection), tolerance: SNAP_PX / zoom };
  const isImage = frames.size === 1 && items.some(({ id, kind }) => kind === 'image' && selection.has(id));
  return (by, event) => {
    const keepRatio = event.shiftKey !== isImage;
    const snapped =
      !isSnapping || event.altKey || keepRatio
        ? { by, guides: noGuides }
        : snapResize(bounds, { handle, by }, snapping);
    const to = resized(bounds, { handle, by: snapped.by, keepRatio });
    const scaled = [...frames].map(([id, frame]) => [id, onPixels(scaledWithin(frame, bounds, to))] as const);
    return { is: 'resize', frames: new Map(scaled), guides: snapped.guides };
  };
}

/** Items that a box touches, with those of their groups. */
function touched({ items }: DragNeeds, box: Frame): SelectedItems {
  const inside = items.filter(({ frame, locked }) => !locked && overlap(frame, box));
  return withGroups(
    items,
    inside.map(({ id }) => id),
  );
}

/** Moving, resizing and selecting with the pointer. */
export function usePointerDrag(needs: DragNeeds) {
  const { items, zoom, selection, select, onFrames } = needs;
  const [drag, setDrag] = useState<DragState>();
  const held = useRef<PointerPress>(undefined);
  const hold = (event: PointerEvent, run: Run, start = selection): void => {
    held.current = { from: { x: event.clientX, y: event.clientY }, start, run };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onItemDown = (event: PointerEvent, item: ReportItem): void => {
    if (event.button !== 0) return;
    const next = pressed(items, { selection, id: item.id, adds: event.shiftKey });
    select(next);
    if (next.has(item.id)) hold(event, moving(needs, next), next);
  };
  const onHandleDown = (event: PointerEvent, handle: Handle): void => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const run = resizing(needs, handle);
    if (run !== undefined) hold(event, run);
  };
  const onPageDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const at = { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
    const start = event.shiftKey ? selection : noSelection;
    select(start);
    hold(event, (by) => ({ is: 'select', box: frameBetween(at, { x: at.x + by.x, y: at.y + by.y }) }), start);
  };
  const onMove = (event: PointerEvent): void => {
    const { current } = held;
    if (current === undefined) return;
    const by = { x: (event.clientX - current.from.x) / zoom, y: (event.clientY - current.from.y) / zoom };
    if (current.last === undefined && Math.hypot(by.x, by.y) * zoom < CLICK_PX) return;
    const next = current.run(by, event);
    current.last = next;
    setDrag(next);
    if (next.is === 'select') select(new Set([...current.start, ...touched(needs, next.box)]));
  };
  const end = (): void => {
    held.current = undefined;
    setDrag(undefined);
  };
  const onUp = (): void => {
    const last = held.current?.last;
    end();
    if (last !== undefined && last.is !== 'select') onFrames(last.frames);
  };
  return { drag, onItemDown, onHandleDown, onPageDown, onMove, onUp, onCancel: end };
}

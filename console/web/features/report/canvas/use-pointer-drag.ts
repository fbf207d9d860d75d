import { useRef, useState, type PointerEvent } from 'react';
import type { Frame, ReportItem } from '#schemas/report/item.ts';
import {
  boundsOf,
  frameBetween,
  movedBy,
  onPixels,
  overlap,
  resized,
  scaledWithin,
  type Handle,
  type Point,
} from './geometry.ts';
import { snapLines, snapMove, snapResize, type SnapLines } from './snap.ts';
import { noSelection, pressed, withGroups, type Selection } from './selection.ts';

/** What a pointer that is held down changes: nothing is stored until it is released. */
type Drag =
  | { readonly is: 'move'; readonly frames: ReadonlyMap<string, Frame>; readonly guides: SnapLines }
  | { readonly is: 'resize'; readonly frames: ReadonlyMap<string, Frame>; readonly guides: SnapLines }
  | { readonly is: 'select'; readonly box: Frame };

interface DragNeeds {
  readonly items: readonly ReportItem[];
  readonly page: Pick<Frame, 'width' | 'height'>;
  readonly zoom: number;
  readonly isSnapping: boolean;
  readonly selection: Selection;
  readonly select: (selection: Selection) => void;
  readonly onFrames: (frames: ReadonlyMap<string, Frame>) => void;
}

const SNAP_PX = 6;
/** A press that moves less is a click. */
const CLICK_PX = 3;
const noGuides: SnapLines = { x: [], y: [] };

interface Held {
  readonly from: Point;
  readonly start: Selection;
  readonly run: (by: Point, event: PointerEvent) => Drag;
}

const framesOf = (items: readonly ReportItem[], selection: Selection): ReadonlyMap<string, Frame> =>
  new Map(items.flatMap(({ id, frame }) => (selection.has(id) ? [[id, frame] as const] : [])));

/** Moving, resizing and selecting with the pointer. */
export function usePointerDrag(needs: DragNeeds) {
  const { items, page, zoom, isSnapping, selection, select, onFrames } = needs;
  const [drag, setDrag] = useState<Drag>();
  const held = useRef<Held>(undefined);
  const linesBeside = (chosen: Selection): SnapLines =>
    snapLines(
      page,
      items.filter(({ id }) => !chosen.has(id)).map(({ frame }) => frame),
    );
  const hold = (event: PointerEvent, run: Held['run'], start = selection): void => {
    held.current = { from: { x: event.clientX, y: event.clientY }, start, run };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (chosen: Selection): Held['run'] => {
    const frames = framesOf(items, chosen);
    const bounds = boundsOf([...frames.values()]);
    const lines = linesBeside(chosen);
    return (by, event) => {
      const straight = event.shiftKey
        ? Math.abs(by.x) > Math.abs(by.y)
          ? { ...by, y: 0 }
          : { ...by, x: 0 }
        : by;
      const snapped =
        bounds === undefined || !isSnapping || event.altKey
          ? { by: straight, guides: noGuides }
          : snapMove(bounds, straight, lines, SNAP_PX / zoom);
      const moved = new Map([...frames].map(([id, frame]) => [id, onPixels(movedBy(frame, snapped.by))]));
      return { is: 'move', frames: moved, guides: snapped.guides };
    };
  };
  return {
    drag,
    onItemDown(event: PointerEvent, item: ReportItem) {
      if (event.button !== 0) return;
      const next = pressed(items, { selection, id: item.id, adds: event.shiftKey });
      select(next);
      if (next.has(item.id)) hold(event, move(next), next);
    },
    onHandleDown(event: PointerEvent, handle: Handle) {
      if (event.button !== 0) return;
      event.stopPropagation();
      const frames = framesOf(items, selection);
      const bounds = boundsOf([...frames.values()]);
      if (bounds === undefined) return;
      const lines = linesBeside(selection);
      const isImage = items.some(({ id, kind }) => kind === 'image' && selection.has(id));
      hold(event, (by, moved) => {
        const keepRatio = moved.shiftKey !== (isImage && frames.size === 1);
        const snapped =
          !isSnapping || moved.altKey || keepRatio
            ? { by, guides: noGuides }
            : snapResize(bounds, { handle, by }, lines, SNAP_PX / zoom);
        const to = resized(bounds, { handle, by: snapped.by, keepRatio });
        return {
          is: 'resize',
          guides: snapped.guides,
          frames: new Map([...frames].map(([id, frame]) => [id, onPixels(scaledWithin(frame, bounds, to))])),
        };
      });
    },
    onPageDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      const box = event.currentTarget.getBoundingClientRect();
      const at = { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
      const start = event.shiftKey ? selection : noSelection;
      select(start);
      hold(
        event,
        (by) => ({ is: 'select', box: frameBetween(at, { x: at.x + by.x, y: at.y + by.y }) }),
        start,
      );
    },
    onMove(event: PointerEvent) {
      const { current } = held;
      if (current === undefined) return;
      const by = { x: (event.clientX - current.from.x) / zoom, y: (event.clientY - current.from.y) / zoom };
      if (drag === undefined && Math.hypot(by.x, by.y) * zoom < CLICK_PX) return;
      const next = current.run(by, event);
      setDrag(next);
      if (next.is !== 'select') return;
      const inside = items.filter(({ frame, locked }) => !locked && overlap(frame, next.box));
      select(
        new Set([
          ...current.start,
          ...withGroups(
            items,
            inside.map(({ id }) => id),
          ),
        ]),
      );
    },
    onUp() {
      held.current = undefined;
      setDrag(undefined);
      if (drag !== undefined && drag.is !== 'select') onFrames(drag.frames);
    },
    /** Escape, or a pointer that the browser took: nothing has changed. */
    onCancel() {
      held.current = undefined;
      setDrag(undefined);
    },
  };
}

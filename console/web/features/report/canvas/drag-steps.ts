import type { Frame, ReportItem } from '#schemas/report/item.ts';
import {
  frameAround,
  movedBy,
  onPixels,
  overlap,
  resized,
  scaledWithin,
  type Handle,
  type Vector,
} from './geometry.ts';
import { snapLines, snapMove, snapResize, type SnapLines } from './snap.ts';
import { withGroups, type SelectedItems } from './selection.ts';

/** Where the selected items are while they are dragged: nothing is stored until they are released. */
interface DraggedFrames {
  readonly is: 'frames';
  readonly frames: ReadonlyMap<string, Frame>;
  /** Lines that they meet. */
  readonly guides: SnapLines;
}

/** What a pointer that is held down changes. */
export type DragState = DraggedFrames | { readonly is: 'select'; readonly box: Frame };

/** The page that something is dragged on. */
export interface DragPage {
  readonly items: readonly ReportItem[];
  readonly page: Pick<Frame, 'width' | 'height'>;
  readonly zoom: number;
  readonly isSnapping: boolean;
}

/** Keys that are held down while something is dragged. */
export type DragKeys = Pick<MouseEvent, 'shiftKey' | 'altKey'>;

/** What a drag has changed, by how far the pointer is from where it began. */
export type DragStep = (by: Vector, keys: DragKeys) => DraggedFrames;

const SNAP_PX = 6;
const noGuides: SnapLines = { x: [], y: [] };

const framesOf = (items: readonly ReportItem[], selection: SelectedItems): ReadonlyMap<string, Frame> =>
  new Map(items.flatMap(({ id, frame }) => (selection.has(id) ? [[id, frame] as const] : [])));

/** Lines of the page and of the items that do not move, and from how far they pull. */
const snappingOf = ({ items, page, zoom }: DragPage, chosen: SelectedItems) => ({
  lines: snapLines(
    page,
    items.filter(({ id }) => !chosen.has(id)).map(({ frame }) => frame),
  ),
  tolerance: SNAP_PX / zoom,
});

/** With Shift in one direction only. */
function straight(by: Vector, isStraight: boolean): Vector {
  if (!isStraight) return by;
  return Math.abs(by.x) > Math.abs(by.y) ? { x: by.x, y: 0 } : { x: 0, y: by.y };
}

/** Moves the selected items; with Alt they do not snap. */
export function moving(of: DragPage, chosen: SelectedItems): DragStep | undefined {
  const frames = framesOf(of.items, chosen);
  const bounds = frameAround([...frames.values()]);
  if (bounds === undefined) return undefined;
  const snapping = snappingOf(of, chosen);
  return (way, { shiftKey, altKey }) => {
    const by = straight(way, shiftKey);
    const snapped = !of.isSnapping || altKey ? { by, guides: noGuides } : snapMove(bounds, by, snapping);
    const moved = [...frames].map(([id, frame]) => [id, onPixels(movedBy(frame, snapped.by))] as const);
    return { is: 'frames', frames: new Map(moved), guides: snapped.guides };
  };
}

/** Resizes the selected items within their bounds; a single image keeps its ratio, others do with Shift. */
export function resizing(of: DragPage, chosen: SelectedItems, handle: Handle): DragStep | undefined {
  const frames = framesOf(of.items, chosen);
  const bounds = frameAround([...frames.values()]);
  if (bounds === undefined) return undefined;
  const snapping = snappingOf(of, chosen);
  const isImage = frames.size === 1 && of.items.some(({ id, kind }) => kind === 'image' && chosen.has(id));
  return (by, { shiftKey, altKey }) => {
    const keepRatio = shiftKey !== isImage;
    const snapped =
      !of.isSnapping || altKey || keepRatio
        ? { by, guides: noGuides }
        : snapResize(bounds, { handle, by }, snapping);
    const to = resized(bounds, { handle, by: snapped.by, keepRatio });
    const scaled = [...frames].map(([id, frame]) => [id, onPixels(scaledWithin(frame, bounds, to))] as const);
    return { is: 'frames', frames: new Map(scaled), guides: snapped.guides };
  };
}

/** Items that a box touches, with those of their groups. */
export function touched({ items }: Pick<DragPage, 'items'>, box: Frame): SelectedItems {
  const inside = items.filter(({ frame, locked }) => !locked && overlap(frame, box));
  return withGroups(
    items,
    inside.map(({ id }) => id),
  );
}

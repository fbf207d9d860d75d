import type { Frame, ReportItem } from '#schemas/report/item.ts';
import { aligned, distributed, movedBy, type Alignment, type Vector } from '../canvas/geometry.ts';
import {
  noSelection,
  relayered,
  withGroups,
  type LayerMove,
  type SelectedItems,
} from '../canvas/selection.ts';
import { copiedItems } from '../machine/page-changes.ts';
import { copyItems, pastedItems } from './clipboard.ts';
import type { Draft, ReportControl } from './report-control.ts';

/** What can be done with the selected items of the open page. */
export interface ItemActions {
  readonly selected: readonly ReportItem[];
  readonly setFrames: (frames: ReadonlyMap<string, Frame>, mark?: string) => void;
  readonly nudge: (by: Vector) => void;
  readonly align: (alignment: Alignment) => void;
  readonly distribute: (direction: 'horizontal' | 'vertical') => void;
  readonly layer: (move: LayerMove) => void;
  readonly group: () => void;
  readonly ungroup: () => void;
  readonly lock: (isLocked: boolean) => void;
  readonly remove: () => void;
  readonly copy: () => void;
  readonly cut: () => void;
  readonly paste: () => void;
  readonly duplicate: () => void;
  readonly selectAll: () => void;
  readonly add: (item: ReportItem) => void;
}

interface Of {
  readonly control: ReportControl;
  readonly selection: SelectedItems;
  readonly select: (selection: SelectedItems) => void;
}

const OFFSET = 16;

function arranging({ control, selection }: Of, selected: readonly ReportItem[]) {
  const { changePage, page } = control;
  const setFrames: ItemActions['setFrames'] = (frames, mark) =>
    changePage((draft) => {
      for (const item of draft.items) {
        const frame = frames.get(item.id);
        if (frame !== undefined) item.frame = frame;
      }
    }, mark);
  const placeAll = (place: (frames: readonly Frame[]) => readonly Frame[]): void => {
    const placed = place(selected.map(({ frame }) => frame));
    setFrames(new Map(selected.map(({ id }, index) => [id, placed[index] as Frame])));
  };
  const eachOf = (recipe: (item: Draft<ReportItem>) => void): void =>
    changePage((draft) => {
      for (const item of draft.items) if (selection.has(item.id)) recipe(item);
    });
  return {
    setFrames,
    nudge: (by: Vector) =>
      setFrames(
        new Map(selected.map(({ id, frame }) => [id, movedBy(frame, by)])),
        `nudge ${[...selection].join(' ')}`,
      ),
    align: (alignment: Alignment) => placeAll((frames) => aligned(frames, alignment, page)),
    distribute: (direction: 'horizontal' | 'vertical') =>
      placeAll((frames) => distributed(frames, direction)),
    layer: (move: LayerMove) =>
      changePage((draft) => {
        draft.items = relayered(page.items, selection, move) as typeof draft.items;
      }),
    group() {
      const group = control.newId();
      eachOf((item) => void (item.group = group));
    },
    ungroup: () => eachOf((item) => void delete item.group),
    lock: (isLocked: boolean) => eachOf((item) => void (item.locked = isLocked)),
  };
}

/** Everything that the toolbar, the keys and the panels do with items. */
export function itemActions(of: Of): ItemActions {
  const { control, selection, select } = of;
  const { page, document, changePage, newId } = control;
  const selected = page.items.filter(({ id }) => selection.has(id));
  const insert = (items: readonly ReportItem[]): void => {
    if (items.length === 0) return;
    changePage((draft) => void draft.items.push(...(items as typeof draft.items)));
    select(new Set(items.map(({ id }) => id)));
  };
  const remove = (): void => {
    changePage((draft) => {
      draft.items = draft.items.filter(({ id }) => !selection.has(id));
    });
    select(noSelection);
  };
  return {
    selected,
    ...arranging(of, selected),
    remove,
    copy: () => copyItems(selected),
    cut() {
      copyItems(selected);
      remove();
    },
    paste: () => insert(pastedItems(document, page, newId)),
    duplicate: () =>
      insert(
        copiedItems(selected, newId).map((item) => ({
          ...item,
          frame: movedBy(item.frame, { x: OFFSET, y: OFFSET }),
        })),
      ),
    selectAll: () =>
      select(
        withGroups(
          page.items,
          page.items.filter(({ locked }) => !locked).map(({ id }) => id),
        ),
      ),
    add: (item) => insert([item]),
  };
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DraggableData, DraggableEvent } from 'react-draggable';
import type { ResizeCallbackData } from 'react-resizable';
import type { Frame } from '#schemas/report/item.ts';
import { createStore, type Store } from '#web/lib/store.ts';
import {
  moving,
  resizing,
  touched,
  type DragKeys,
  type DragPage,
  type DragState,
  type DragStep,
} from './drag-steps.ts';
import { frameBetween, heldSide, type Vector } from './geometry.ts';
import { noSelection, pressed, type SelectedItems } from './selection.ts';

interface DragNeeds extends DragPage {
  readonly selection: SelectedItems;
  readonly select: (selection: SelectedItems) => void;
  readonly onFrames: (frames: ReadonlyMap<string, Frame>) => void;
}

/** What is dragged: only what follows it is drawn again while the pointer moves, and not the page. */
export type DragStore = Store<DragState | undefined>;

/** A press that moves less is a click. */
const CLICK_PX = 3;

interface HeldDrag {
  /** Where the pointer was when it was pressed, in pixels of the page. */
  readonly from: Vector;
  readonly run: (by: Vector, keys: DragKeys) => DragState;
  readonly start: SelectedItems;
}

const isSameSet = (one: SelectedItems, other: SelectedItems): boolean =>
  one.size === other.size && [...one].every((id) => other.has(id));

/** What is held, where it is dragged to, and how it ends. */
function useHeld({ onFrames, items, selection, select }: DragNeeds) {
  const [store] = useState<DragStore>(() => createStore<DragState | undefined>(undefined));
  const held = useRef<HeldDrag>(undefined);
  const forget = (): void => {
    held.current = undefined;
    store.set(undefined);
  };
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || held.current === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    forget();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onEscape(event);
    // Before the keys of the editor, for which Escape selects nothing.
    document.addEventListener('keydown', listen, true);
    return () => document.removeEventListener('keydown', listen, true);
  }, []);
  return {
    store,
    hold(next: HeldDrag | undefined): void {
      held.current = next;
    },
    from: () => held.current?.from,
    drag(by: Vector, keys: DragKeys): void {
      const { current } = held;
      if (current === undefined) return;
      const next = current.run(by, keys);
      store.set(next);
      if (next.is !== 'select') return;
      const chosen = new Set([...current.start, ...touched({ items }, next.box)]);
      if (!isSameSet(chosen, selection)) select(chosen);
    },
    drop(): void {
      const last = store.get();
      if (last?.is === 'frames') onFrames(last.frames);
      forget();
    },
  };
}

const keysOf = ({ shiftKey, altKey }: DragKeys): DragKeys => ({ shiftKey, altKey });

/** Moving, selecting and resizing with the pointer: react-draggable and react-resizable follow it, the steps say what that changes. */
export function useCanvasDrag(needs: DragNeeds) {
  const { items, zoom, selection, select } = needs;
  const held = useHeld(needs);
  const moveOrSelect = (event: DraggableEvent, { node, x, y }: DraggableData): false | undefined => {
    const target = event.target as Element;
    // Events of menus come here too, since they belong to parts of the page.
    if (!node.contains(target)) return false;
    const from = { x, y };
    const id = target.closest<HTMLElement>('[data-item]')?.dataset['item'];
    if (id !== undefined) {
      const next = pressed(items, { selection, id, adds: event.shiftKey });
      select(next);
      const run = next.has(id) ? moving(needs, next) : undefined;
      held.hold(run && { from, run, start: next });
      return undefined;
    }
    const start = event.shiftKey ? selection : noSelection;
    select(start);
    // What is dragged is measured from the parent of the page.
    const at = { x: x - node.offsetLeft, y: y - node.offsetTop };
    const run = (by: Vector): DragState => ({
      is: 'select',
      box: frameBetween(at, { x: at.x + by.x, y: at.y + by.y }),
    });
    held.hold({ from, run, start });
    return undefined;
  };
  const onResizeStart = (_: unknown, { handle }: ResizeCallbackData): void => {
    const run: DragStep | undefined = resizing(needs, selection, handle);
    held.hold(run && { from: { x: 0, y: 0 }, run, start: selection });
  };
  return {
    store: held.store,
    page: {
      onStart: moveOrSelect,
      onDrag(event: DraggableEvent, { x, y }: DraggableData): void {
        const from = held.from();
        if (from === undefined) return;
        const by = { x: x - from.x, y: y - from.y };
        if (held.store.get() === undefined && Math.hypot(by.x, by.y) * zoom < CLICK_PX) return;
        held.drag(by, keysOf(event));
      },
      onStop: () => held.drop(),
    },
    bounds: {
      onResizeStart,
      /** `from`: how large the bounds were when the handle was pressed. */
      onResize(
        from: Pick<Frame, 'width' | 'height'>,
        event: DragKeys,
        { size, handle }: ResizeCallbackData,
      ): void {
        const by = {
          x: heldSide(handle, 'w', 'e') * (size.width - from.width),
          y: heldSide(handle, 'n', 's') * (size.height - from.height),
        };
        held.drag(by, keysOf(event));
      },
      onResizeStop: () => held.drop(),
    },
  };
}
export type CanvasDrag = ReturnType<typeof useCanvasDrag>;

import { useCallback, type RefCallback } from 'react';

const ROW = 'li[data-id]';
/** Marks what a finger drags; elsewhere it scrolls the list. */
const GRIP = '[data-grip]';
/** Below this distance a press is no drag. */
const DRAG_PX = 5;
/** On what has the focus, it keeps the Escape key from the dialog around the list. */
const KEEPS_KEYS = 'data-mantine-stop-propagation';
/** Near the edges of the list a drag scrolls it, by this many pixels a frame. */
const EDGE_PX = 28;
const SCROLL_PX = 8;

interface Drag {
  readonly pointer: number;
  readonly row: HTMLElement;
  readonly startY: number;
  x: number;
  y: number;
  isMoving: boolean;
}

const rowAt = (list: HTMLElement, x: number, y: number): HTMLElement | null => {
  const row = document.elementFromPoint(x, y)?.closest<HTMLElement>(ROW) ?? null;
  return row !== null && list.contains(row) ? row : null;
};

/** What a press begins to drag: a row by mouse or pen, its grip by finger. Fields and buttons keep their presses. */
function draggedBy(event: PointerEvent): HTMLElement | undefined {
  if (event.button !== 0 || !(event.target instanceof Element)) return undefined;
  if (event.target.closest('input, button') !== null) return undefined;
  if (event.pointerType === 'touch' && event.target.closest(GRIP) === null) return undefined;
  return event.target.closest<HTMLElement>(ROW) ?? undefined;
}

/** Scrolls while the pointer is near an edge. */
function scrollAtEdge(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect();
  if (y < top + EDGE_PX) list.scrollTop -= SCROLL_PX;
  else if (y > bottom - EDGE_PX) list.scrollTop += SCROLL_PX;
}

/** A drag of the rows of one list. */
class RowDrag {
  readonly #list: HTMLElement;
  readonly #onMove: (id: number, to: number) => void;
  #drag: Drag | undefined;
  #over: HTMLElement | null = null;
  #focused: Element | null = null;

  constructor(list: HTMLElement, onMove: (id: number, to: number) => void) {
    this.#list = list;
    this.#onMove = onMove;
  }

  readonly press = (event: PointerEvent): void => {
    const row = draggedBy(event);
    if (row === undefined || this.#drag !== undefined) return;
    const { pointerId: pointer, clientX: x, clientY: y } = event;
    this.#drag = { pointer, row, startY: y, x, y, isMoving: false };
  };

  readonly move = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    const drag = this.#drag;
    if (drag?.pointer !== pointerId) return;
    drag.x = clientX;
    drag.y = clientY;
    if (drag.isMoving || Math.abs(drag.y - drag.startY) < DRAG_PX) return;
    drag.isMoving = true;
    drag.row.setAttribute('data-dragged', '');
    this.#focused = document.activeElement;
    this.#focused?.setAttribute(KEEPS_KEYS, 'true');
    this.#list.setPointerCapture(pointerId);
    this.#follow();
  };

  readonly drop = ({ pointerId, clientX, clientY }: PointerEvent): void => {
    const drag = this.#drag;
    if (drag?.pointer !== pointerId) return;
    const target = rowAt(this.#list, clientX, clientY);
    this.end();
    const to = target?.dataset['at'];
    if (drag.isMoving && target !== drag.row && to !== undefined)
      this.#onMove(Number(drag.row.dataset['id']), Number(to));
  };

  readonly cancelByKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#drag?.isMoving !== true) return;
    event.stopPropagation();
    this.end();
  };

  /** Without effect. */
  readonly end = (): void => {
    this.#drag?.row.removeAttribute('data-dragged');
    this.#focused?.removeAttribute(KEEPS_KEYS);
    this.#drag = undefined;
    this.#mark(null);
  };

  /** Also while the pointer rests: the list may scroll below it. */
  #follow(): void {
    const drag = this.#drag;
    if (drag?.isMoving !== true) return;
    scrollAtEdge(this.#list, drag.y);
    this.#mark(rowAt(this.#list, drag.x, drag.y));
    requestAnimationFrame(() => this.#follow());
  }

  #mark(row: HTMLElement | null): void {
    this.#over?.removeAttribute('data-over');
    this.#over = row;
    row?.setAttribute('data-over', '');
  }
}

/**
 * Lets the rows of a list (`li` with `data-id` and `data-at`) be dragged to the place of another, by mouse, pen or finger. Escape and a lost
 * pointer end a drag without effect. One set of listeners for all rows.
 */
export function useDraggedRows(onMove: (id: number, to: number) => void): RefCallback<HTMLElement> {
  return useCallback(
    (list: HTMLElement | null) => {
      if (list === null) return undefined;
      const listening = new AbortController();
      const { signal } = listening;
      const drag = new RowDrag(list, onMove);
      list.addEventListener('pointerdown', drag.press, { signal });
      list.addEventListener('pointermove', drag.move, { signal });
      list.addEventListener('pointerup', drag.drop, { signal });
      list.addEventListener('pointercancel', drag.end, { signal });
      document.addEventListener('keydown', drag.cancelByKey, { signal, capture: true });
      return () => {
        listening.abort();
        drag.end();
      };
    },
    [onMove],
  );
}

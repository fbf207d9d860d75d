import { useRef, type PointerEvent } from 'react';
import type { ColumnChanges } from './table-column.ts';

/** A press that moves less is a click. */
const slackPx = 6;

type Pointer = PointerEvent<HTMLElement>;

const columnAt = ({ clientX, clientY }: Pointer): string | undefined =>
  document.elementsFromPoint(clientX, clientY).flatMap((element) => {
    const id = element.closest<HTMLElement>('.tt-th')?.dataset['column'];
    return id === undefined ? [] : [id];
  })[0];

/** The click that follows a drag sorts nothing. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  document.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }));
}

/** Dragging a header moves its column; dragging its right edge changes the width, a double click sets it by content. */
export function useColumnDrag(id: string, { onMove, onResize }: ColumnChanges) {
  const pressed = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const moving = {
    onPointerDown: (event: Pointer) => {
      if (event.button === 0) pressed.current = { x: event.clientX, width: 0 };
    },
    onPointerMove: (event: Pointer) => {
      if (pressed.current === undefined || Math.abs(event.clientX - pressed.current.x) < slackPx) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.dataset['moving'] = '';
    },
    onPointerUp: (event: Pointer) => {
      const isMoved = event.currentTarget.dataset['moving'] !== undefined;
      delete event.currentTarget.dataset['moving'];
      pressed.current = undefined;
      if (!isMoved) return;
      swallowClick();
      const to = columnAt(event);
      if (to !== undefined) onMove(id, to);
    },
    onPointerCancel: (event: Pointer) => {
      delete event.currentTarget.dataset['moving'];
      pressed.current = undefined;
    },
  };
  const edge = useRef<{ readonly x: number; readonly width: number }>(undefined);
  const widthAt = ({ clientX }: Pointer): number =>
    edge.current === undefined ? 0 : edge.current.width + clientX - edge.current.x;
  const resizing = {
    onPointerDown: (event: Pointer) => {
      event.stopPropagation();
      const header = event.currentTarget.parentElement;
      if (event.button !== 0 || header === null) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      edge.current = { x: event.clientX, width: header.getBoundingClientRect().width };
    },
    onPointerMove: (event: Pointer) => {
      event.stopPropagation();
      if (edge.current !== undefined && event.clientX !== edge.current.x) onResize(id, widthAt(event), false);
    },
    onPointerUp: (event: Pointer) => {
      event.stopPropagation();
      const isMoved = edge.current !== undefined && event.clientX !== edge.current.x;
      if (isMoved) onResize(id, widthAt(event), true);
      edge.current = undefined;
    },
    onDoubleClick: () => onResize(id, undefined, true),
  };
  return { moving, resizing };
}

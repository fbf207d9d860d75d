import { useState, type PointerEvent } from 'react';
import { draggedPeriod, type DraggedPeriod } from './timeline-geometry.ts';

interface Options {
  /** Period of the timeline, and the length of its buckets; seconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
  readonly onChoose: (at: number) => void;
  readonly onZoom: (period: DraggedPeriod) => void;
}

/** Below this distance a press is a click. */
const DRAG_PX = 5;

interface Drag {
  readonly startX: number;
  readonly start: number;
  readonly at: number;
}

/** A press on the timeline chooses a time, a drag a period. Escape and a lost pointer end a drag without effect. */
export function useTimelineDrag({ from, to, step, onChoose, onZoom }: Options) {
  const [drag, setDrag] = useState<Drag>();
  const timeAt = ({ currentTarget, clientX }: PointerEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return Math.round(from + Math.min(1, Math.max(0, (clientX - left) / width)) * (to - from));
  };
  const periodOf = ({ start, at }: Drag) => draggedPeriod(start, at, { from, to, step });
  const isDragged = ({ clientX }: PointerEvent, { startX }: Drag): boolean =>
    Math.abs(clientX - startX) >= DRAG_PX;
  return {
    /** The period under the pointer while it is dragged. */
    dragged: drag === undefined || drag.at === drag.start ? undefined : periodOf(drag),
    cancel: () => setDrag(undefined),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const start = timeAt(event);
        setDrag({ startX: event.clientX, start, at: start });
      },
      onPointerMove: (event: PointerEvent) => {
        if (event.buttons === 0 && drag === undefined) return;
        const at = timeAt(event);
        setDrag((current) => current && { ...current, at: isDragged(event, current) ? at : current.start });
      },
      onPointerUp: (event: PointerEvent) => {
        if (drag === undefined) return;
        setDrag(undefined);
        if (isDragged(event, drag)) onZoom(periodOf({ ...drag, at: timeAt(event) }));
        else onChoose(drag.start);
      },
      onPointerCancel: () => setDrag(undefined),
    },
  };
}

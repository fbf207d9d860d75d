import { useRef, type ReactElement, type RefObject } from 'react';
import { Resizable } from 'react-resizable';
import { reportDocumentLimits } from '#schemas/limit/report.ts';
import type { Frame, ReportItem } from '#schemas/report/item.ts';
import { useStore } from '#web/lib/store.ts';
import { placedStyle } from './CanvasItem.tsx';
import type { DragKeys } from './drag-steps.ts';
import { frameAround, handles, type Handle } from './geometry.ts';
import type { SnapLines } from './snap.ts';
import type { CanvasDrag } from './use-canvas-drag.ts';

type Size = Pick<Frame, 'width' | 'height'>;

/** Lines that a moved frame meets. */
function Guides({ guides, page }: { readonly guides: SnapLines; readonly page: Size }) {
  return (
    <svg className="tt-report-guides" width={page.width} height={page.height} aria-hidden>
      {guides.x.map((x) => (
        <line key={`x${String(x)}`} x1={x} x2={x} y1={0} y2={page.height} />
      ))}
      {guides.y.map((y) => (
        <line key={`y${String(y)}`} x1={0} x2={page.width} y1={y} y2={y} />
      ))}
    </svg>
  );
}

interface BoundsProps {
  readonly bounds: Frame;
  readonly zoom: number;
  readonly drag: CanvasDrag['bounds'];
}

const LEAST: [number, number] = [reportDocumentLimits.minSide, reportDocumentLimits.minSide];
const allHandles = [...handles];

/** A handle at a side or corner. The panel of the item has fields for its sides. */
const handleAt = (handle: Handle, ref: RefObject<HTMLSpanElement | null>, zoom: number): ReactElement => (
  <span
    ref={ref}
    className="tt-report-handle"
    data-handle={handle}
    role="presentation"
    style={{ zoom: 1 / zoom }}
  />
);

/** The bounds of the selected items, which are resized by their handles. */
function Bounds({ bounds, zoom, drag }: BoundsProps) {
  const from = useRef<Size>(bounds);
  return (
    <Resizable
      width={bounds.width}
      height={bounds.height}
      minConstraints={LEAST}
      transformScale={zoom}
      resizeHandles={allHandles}
      handle={(handle, ref) => handleAt(handle, ref, zoom)}
      onResizeStart={(event, data) => {
        from.current = bounds;
        drag.onResizeStart(event, data);
      }}
      // While the pointer moves the event is that of the document, which is none of React.
      onResize={(event, data) => drag.onResize(from.current, event as unknown as DragKeys, data)}
      onResizeStop={drag.onResizeStop}
    >
      <div className="tt-report-bounds" style={placedStyle(bounds)} />
    </Resizable>
  );
}

interface Props {
  readonly page: Size;
  readonly zoom: number;
  readonly drag: CanvasDrag;
  /** The items whose bounds have handles. */
  readonly selected: readonly ReportItem[];
}

/** What the pointer does, above the items: the bounds with handles, guides, and the box that selects. */
export function CanvasOverlay({ page, zoom, drag, selected }: Props) {
  const state = useStore(drag.store);
  const frames = state?.is === 'frames' ? state.frames : undefined;
  const bounds = frameAround(selected.map(({ id, frame }) => frames?.get(id) ?? frame));
  return (
    <>
      {state?.is === 'frames' && <Guides guides={state.guides} page={page} />}
      {state?.is === 'select' && <div className="tt-report-box" style={placedStyle(state.box)} />}
      {bounds !== undefined && <Bounds bounds={bounds} zoom={zoom} drag={drag.bounds} />}
    </>
  );
}

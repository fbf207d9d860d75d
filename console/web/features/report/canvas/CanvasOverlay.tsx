import type { PointerEvent } from 'react';
import type { Frame } from '#schemas/report/item.ts';
import { placedStyle } from './CanvasItem.tsx';
import { handles } from './geometry.ts';
import type { SnapLines } from './snap.ts';
import type { usePointerDrag } from './use-pointer-drag.ts';

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

interface Props {
  readonly page: Size;
  readonly zoom: number;
  readonly pointer: ReturnType<typeof usePointerDrag>;
  /** Around the selected items; undefined: none are selected. */
  readonly bounds: Frame | undefined;
}

/** What the pointer does, above the items: the bounds with handles, guides, and the box that selects. */
export function CanvasOverlay({ page, zoom, pointer, bounds }: Props) {
  const { drag } = pointer;
  const stop = (event: PointerEvent): void => {
    event.stopPropagation();
    pointer.onMove(event);
  };
  return (
    <>
      {drag !== undefined && drag.is !== 'select' && <Guides guides={drag.guides} page={page} />}
      {drag?.is === 'select' && <div className="tt-report-box" style={placedStyle(drag.box)} />}
      {bounds !== undefined && (
        <div className="tt-report-bounds" style={placedStyle(bounds)}>
          {handles.map((handle) => (
            // The panel of the item has fields for its sides.
            <span
              key={handle}
              className="tt-report-handle"
              data-handle={handle}
              role="presentation"
              style={{ zoom: 1 / zoom }}
              onPointerDown={(event) => pointer.onHandleDown(event, handle)}
              onPointerMove={stop}
            />
          ))}
        </div>
      )}
    </>
  );
}

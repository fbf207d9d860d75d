import { useMemo, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { GridLayout } from 'react-grid-layout';
import type { Layout } from 'react-grid-layout';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { useInnerWidth } from '#web/ui/layout/use-inner-width.ts';
import { gridLayout, placesAfterKey, gridPlaces, stackedLayout } from './grid-places.ts';
import type { Places } from './grid-places.ts';

/** Below this width dashlets stand below each other. */
const NARROW = 720;

interface Props {
  readonly grid: DashboardDocument['grid'];
  readonly dashlets: readonly Dashlet[];
  /** Undefined: the places are fixed. */
  readonly onPlaces?: ((places: Places) => void) | undefined;
  readonly children: (dashlet: Dashlet, onMoveKey: ((event: KeyboardEvent) => void) | undefined) => ReactNode;
}

function Cells({ grid, dashlets, onPlaces, children, width }: Props & { readonly width: number }) {
  const isNarrow = width < NARROW;
  const layout = useMemo(
    () => (isNarrow ? stackedLayout(dashlets) : gridLayout(dashlets)),
    [dashlets, isNarrow],
  );
  const isMovable = onPlaces !== undefined && !isNarrow;
  const store = (next: Layout): void => onPlaces?.(gridPlaces(next));
  const moveBy = (id: string) => (event: KeyboardEvent) => {
    const places = placesAfterKey(dashlets, id, event);
    if (places === undefined) return;
    event.preventDefault();
    onPlaces?.(places);
  };
  return (
    <GridLayout
      width={width}
      layout={layout}
      gridConfig={{
        cols: dashboardLimits.columns,
        rowHeight: grid.rowHeight,
        margin: [grid.gap, grid.gap],
        containerPadding: [0, 0],
      }}
      dragConfig={{ enabled: isMovable, handle: '.tt-dashlet-grip, .tt-dashlet-head h2' }}
      resizeConfig={{ enabled: isMovable, handles: ['se', 's', 'e'] }}
      onDragStop={store}
      onResizeStop={store}
    >
      {dashlets.map((dashlet) => (
        <div key={dashlet.id} className="tt-dashlet-cell" data-movable={isMovable}>
          {children(dashlet, isMovable ? moveBy(dashlet.id) : undefined)}
        </div>
      ))}
    </GridLayout>
  );
}

/** The dashlets of a document at their places; while it is edited they are moved and resized by pointer and keys. */
export function DashletGrid(props: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useInnerWidth(box);
  return (
    <div ref={box} className="tt-dashlet-grid">
      {width !== undefined && width > 0 && <Cells {...props} width={width} />}
    </div>
  );
}

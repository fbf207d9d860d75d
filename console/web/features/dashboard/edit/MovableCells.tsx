import { useMemo } from 'react';
import type { KeyboardEvent } from 'react';
import { GridLayout } from 'react-grid-layout';
import type { Layout } from 'react-grid-layout';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import type { CellsProps } from '../view/DashletGrid.tsx';
import { useLatest } from '../view/shared/use-shared.ts';
import { gridPlaces, isStacked, layoutIn, placesAfterKey } from '../view/grid-places.ts';

/** Dashlets that are moved and resized by pointer and keys; on a narrow screen their places are fixed. */
export function MovableCells({ grid, dashlets, onPlaces, children, width }: CellsProps) {
  const layout = useMemo(() => layoutIn(dashlets, width, true), [dashlets, width]);
  const isMovable = !isStacked(width, true);
  const store = (next: Layout): void => onPlaces?.(gridPlaces(next));
  const moveBy = useLatest((id: string, event: KeyboardEvent) => {
    const places = placesAfterKey(dashlets, id, event);
    if (places === undefined) return;
    event.preventDefault();
    onPlaces?.(places, id);
  });
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
          {children(dashlet, isMovable ? moveBy : undefined)}
        </div>
      ))}
    </GridLayout>
  );
}

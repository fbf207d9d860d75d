import { useMemo, type KeyboardEvent } from 'react';
import { GridLayout, type Layout } from 'react-grid-layout';
import { dashboardLimits } from '#schemas/limit/dashboard.ts';
import type { CellsProps } from '../view/DashletGrid.tsx';
import { useLatest } from '../view/shared/use-shared.ts';
import { ofEachDashlet } from './of-each-dashlet.ts';
import { gridPlaces, isStacked, layoutIn, placesAfterKey } from '../view/grid-places.ts';

const GRIPS = '.tt-dashlet-grip, .tt-dashlet-head h2';
const EDGES = ['se', 's', 'e'] as const;

/** Dashlets that are moved and resized by pointer and keys; on a narrow screen their places are fixed. */
export function MovableCells({ grid, dashlets, onPlaces, children, width }: CellsProps) {
  const layout = useMemo(() => layoutIn(dashlets, width, true), [dashlets, width]);
  const isMovable = !isStacked(width, true);
  const store = useLatest((next: Layout) => onPlaces?.(gridPlaces(next)));
  const moveBy = useLatest((id: string, event: KeyboardEvent) => {
    const places = placesAfterKey(dashlets, id, event);
    if (places === undefined) return;
    event.preventDefault();
    onPlaces?.(places, id);
  });
  const { rowHeight, gap } = grid;
  // The library draws an item again unless all of this is the same object: 200 of them take long for a key that is pressed.
  const gridConfig = useMemo(
    () => ({
      cols: dashboardLimits.columns,
      rowHeight,
      margin: [gap, gap] as const,
      containerPadding: [0, 0] as const,
    }),
    [rowHeight, gap],
  );
  const dragConfig = useMemo(() => ({ enabled: isMovable, handle: GRIPS }), [isMovable]);
  const resizeConfig = useMemo(() => ({ enabled: isMovable, handles: EDGES }), [isMovable]);
  const cellOf = useMemo(
    () =>
      ofEachDashlet((dashlet) => (
        <div key={dashlet.id} className="tt-dashlet-cell" data-movable={isMovable}>
          {children(dashlet, isMovable ? moveBy : undefined)}
        </div>
      )),
    [children, isMovable, moveBy],
  );
  return (
    <GridLayout
      width={width}
      layout={layout}
      gridConfig={gridConfig}
      dragConfig={dragConfig}
      resizeConfig={resizeConfig}
      onDragStop={store}
      onResizeStop={store}
    >
      {dashlets.map(cellOf)}
    </GridLayout>
  );
}

import { useMemo, useRef, type ComponentType, type KeyboardEvent, type ReactNode } from 'react';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import type { DashboardDocument } from '#schemas/dashboard/document.ts';
import { useInnerWidth } from '#web/ui/layout/use-inner-width.ts';
import { cellBoxes, gridHeight, layoutIn, type Places } from './grid-places.ts';

/** Moves a dashlet by a key. */
type MoveKey = (id: string, event: KeyboardEvent) => void;

interface Props {
  readonly grid: DashboardDocument['grid'];
  readonly dashlets: readonly Dashlet[];
  /** Takes the places after a change, and the dashlet that keys have moved; undefined: they are fixed. */
  readonly onPlaces?: ((places: Places, byKeys?: string) => void) | undefined;
  /** Draws the cells; default: at fixed places. */
  readonly cells?: ComponentType<CellsProps> | undefined;
  readonly children: (dashlet: Dashlet, onMoveKey: MoveKey | undefined) => ReactNode;
}

export interface CellsProps extends Omit<Props, 'cells'> {
  /** Of the grid, in CSS pixels. */
  readonly width: number;
}

/** Dashlets at fixed places: readers do without the library that moves them. */
function FixedCells({ grid, dashlets, children, width }: CellsProps) {
  const layout = useMemo(() => layoutIn(dashlets, width), [dashlets, width]);
  const boxes = useMemo(() => cellBoxes(layout, grid, width), [layout, grid, width]);
  return (
    <div className="tt-dashlet-cells" style={{ height: gridHeight(layout, grid) }}>
      {dashlets.map((dashlet) => (
        <div key={dashlet.id} className="tt-dashlet-cell" style={boxes.get(dashlet.id)}>
          {children(dashlet, undefined)}
        </div>
      ))}
    </div>
  );
}

/** The dashlets of a document at their places. */
export function DashletGrid({ cells: Cells = FixedCells, ...props }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useInnerWidth(box);
  return (
    <div ref={box} className="tt-dashlet-grid">
      {width !== undefined && width > 0 && <Cells {...props} width={width} />}
    </div>
  );
}

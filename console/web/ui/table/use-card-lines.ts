import { useMemo, type RefObject } from 'react';
import { useInnerWidth } from '../layout/use-inner-width.ts';
import type { Column } from './table-column.ts';

/** Below this width of a table in CSS pixels, rows are cards where the columns say how, unless the table says another one. */
export const CARDS_PX = 560;

/** Lines of a row that is drawn as a card; 0 where it is drawn in columns. */
export function useCardLines<T>(
  columns: readonly Column<T>[],
  scroller: RefObject<HTMLElement | null>,
  belowPx: number,
): number {
  const room = useInnerWidth(scroller);
  const lines = useMemo(() => Math.max(0, ...columns.map(({ card }) => card?.line ?? 0)), [columns]);
  return room !== undefined && room < belowPx ? lines : 0;
}

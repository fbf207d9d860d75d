import { useMemo } from 'react';
import type { RefObject } from 'react';
import { columnsThatFit } from './columns-that-fit.ts';
import type { Column } from './table-column.ts';
import { useInnerWidth } from '../layout/use-inner-width.ts';

/** The columns that fit an element; `taken` pixels are used otherwise. */
export function useColumnsThatFit<Row>(
  columns: readonly Column<Row>[],
  element: RefObject<HTMLElement | null>,
  taken: number,
): readonly Column<Row>[] {
  const room = useInnerWidth(element);
  return useMemo(
    () => columnsThatFit(columns, room === undefined ? undefined : room - taken),
    [columns, room, taken],
  );
}

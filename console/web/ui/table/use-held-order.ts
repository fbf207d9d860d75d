import { useMemo, useState } from 'react';
import type { TableSorting } from './table-column.ts';

/** Rows in an earlier order, with new ones at the end. */
export function inEarlierOrder<T>(
  rows: readonly T[],
  order: readonly string[],
  rowId: (row: T) => string,
): readonly T[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = (row: T): number => places.get(rowId(row)) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const sortedBy = (sorting: TableSorting | undefined): string =>
  sorting === undefined ? '' : `${sorting.id} ${String(sorting.desc)}`;

interface Options<T> {
  readonly rowId: (row: T) => string;
  readonly sorting: TableSorting | undefined;
}

/** Keeps the order of the rows while the pointer is on them, so that a click hits the row it aims at. Another sorting ends it. */
export function useHeldOrder<T>(sorted: readonly T[], { rowId, sorting }: Options<T>) {
  const [held, setHeld] = useState<{ readonly by: string; readonly order: readonly string[] }>();
  const by = sortedBy(sorting);
  const rows = useMemo(
    () => (held?.by === by ? inEarlierOrder(sorted, held.order, rowId) : sorted),
    [sorted, held, by, rowId],
  );
  return {
    rows,
    // A pointer that rests while the table appears under it has not entered it.
    onPointerMove: () => {
      if (held?.by !== by) setHeld({ by, order: rows.map(rowId) });
    },
    onPointerLeave: () => setHeld(undefined),
  };
}

import type { Column, ColumnChanges } from '../table-column.ts';
import { orderAfterMove, withoutWidth, withWidth } from './table-layout.ts';
import type { StoredTableLayout } from './use-table-layout.ts';

/** What changes at the headers of a table, or in the list of its columns, as a change of its layout. */
export function columnChanges<T>(
  { layout, change }: StoredTableLayout,
  arranged: readonly Column<T>[],
): ColumnChanges {
  const ids = arranged.filter(({ quietHeader }) => quietHeader !== true).map(({ id }) => id);
  const move = (id: string, to: string | undefined): void => {
    if (to !== undefined) change({ ...layout, order: orderAfterMove(ids, id, to) });
  };
  return {
    onResize: (id, widthPx, keep) =>
      change(widthPx === undefined ? withoutWidth(layout, id) : withWidth(layout, id, widthPx), keep),
    onMove: move,
    onShift: (id, places) => {
      const place = ids.indexOf(id) + places;
      move(id, place < 0 ? undefined : ids[place]);
    },
  };
}

import type { Column } from '../table-column.ts';

/** Drops yielding columns, highest `yields` first, until the remaining ones fit the width in pixels. */
export function columnsThatFit<Row>(
  columns: readonly Column<Row>[],
  room: number | undefined,
  widthOf: (column: Column<Row>) => number = ({ width }) => width,
): readonly Column<Row>[] {
  let lacking = columns.reduce((sum, column) => sum + widthOf(column), 0) - (room ?? Infinity);
  const going = new Set<string>();
  const yielding = columns.filter((column) => column.yields !== undefined);
  for (const column of yielding.toSorted((a, b) => (b.yields ?? 0) - (a.yields ?? 0))) {
    if (lacking <= 0) break;
    going.add(column.id);
    lacking -= widthOf(column);
  }
  return going.size === 0 ? columns : columns.filter(({ id }) => !going.has(id));
}

import type { Column } from './table-column.ts';

/** The columns without those that make way, one after the other, until the rest fits into the room (pixels), or none is left to go. */
export function columnsThatFit<Row>(
  columns: readonly Column<Row>[],
  room: number | undefined,
): readonly Column<Row>[] {
  let lacking = columns.reduce((sum, { width }) => sum + width, 0) - (room ?? Infinity);
  const going = new Set<string>();
  const yielding = columns.filter((column) => column.yields !== undefined);
  for (const { id, width } of yielding.toSorted((a, b) => (b.yields ?? 0) - (a.yields ?? 0))) {
    if (lacking <= 0) break;
    going.add(id);
    lacking -= width;
  }
  return going.size === 0 ? columns : columns.filter(({ id }) => !going.has(id));
}

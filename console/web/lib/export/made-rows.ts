import type { FileRow, FileRows } from '#schemas/csv/table-file.ts';

/** Rows that are made while they are read: those of a large table, made at once, block the page. `length`: how many `make` yields. */
export const madeRows = (length: number, make: () => Iterable<FileRow>): FileRows => ({
  length,
  [Symbol.iterator]: () => make()[Symbol.iterator](),
});

/** A row of each item, made while they are read. */
export const lazyRowsOf = <Item>(items: readonly Item[], rowOf: (item: Item) => FileRow): FileRows =>
  madeRows(items.length, function* rows() {
    for (const item of items) yield rowOf(item);
  });

import type { PaperColumns, PaperPart, PaperRows } from '#web/ui/table/print/paper.ts';

/** A table of a page, and the sheets on which it continues. */
interface ContinuedTable {
  /** Index of the first row of each part; the first one is in the frame of the page. */
  readonly starts: readonly number[];
  readonly columns: PaperColumns | undefined;
  /** There are no sheets for the rows behind the last part. */
  readonly isCut: boolean;
}

/** By the id of their item. */
export type ContinuedTables = ReadonlyMap<string, ContinuedTable>;

const begun: ContinuedTable = { starts: [0], columns: undefined, isCut: false };

/** The tables after one of them has drawn its last part. `takeSheet` takes the sheet that begins with a row, unless there are too many. */
export function withRows(
  tables: ContinuedTables,
  { item, takeSheet }: { readonly item: string; readonly takeSheet: (next: number) => boolean },
  { from, count, total, columns }: PaperRows,
): ContinuedTables {
  const table = tables.get(item) ?? begun;
  const next = from + count;
  if (table.isCut || from !== table.starts.at(-1)) return tables;
  if (next >= total) return tables;
  const mayContinue = takeSheet(next);
  const changed: ContinuedTable = {
    starts: mayContinue ? [...table.starts, next] : table.starts,
    columns: table.columns ?? columns,
    isCut: !mayContinue,
  };
  return new Map(tables).set(item, changed);
}

/** Sheets on which the tables of a page continue. */
export const sheetsOf = (tables: ContinuedTables): number =>
  [...tables.values()].reduce((sum, { starts }) => sum + starts.length - 1, 0);

/** What a part of a table shows. */
export function paperPartOf(
  tables: ContinuedTables,
  item: string,
  { index, onRows }: { readonly index: number; readonly onRows: PaperPart['onRows'] },
): PaperPart {
  const { starts, columns, isCut } = tables.get(item) ?? begun;
  return {
    from: starts[index] ?? 0,
    columns: index === 0 ? undefined : columns,
    isLast: isCut && index === starts.length - 1,
    onRows,
  };
}

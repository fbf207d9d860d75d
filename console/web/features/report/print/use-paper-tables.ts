import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReportItem } from '#schemas/report/item.ts';
import type { Paper, PaperRows } from '#web/ui/table/print/paper.ts';
import { drawPaperTable } from '#web/ui/table/print/PaperTable.tsx';
import { paperPartOf, sheetsOf, withRows, type ContinuedTables } from './paper-tables.ts';

/** What the pages of a report share on paper. */
export interface PaperStack {
  /** Takes a sheet; false: there are as many as may be. */
  readonly take: (sheet: string) => boolean;
  /** On how many further sheets the tables of a page continue. */
  readonly onSheets: (page: string, sheets: number) => void;
}

/** A part of an item: those behind the first one are on further sheets. */
export interface PaperItem {
  readonly item: ReportItem;
  readonly index: number;
  readonly part: Paper;
}

const noTables: ContinuedTables = new Map();
const noItems: readonly PaperItem[] = [];

/** The parts of the items of a page on paper, in the order of their sheets; undefined on a screen. */
export function usePaperTables(
  stack: PaperStack | undefined,
  page: string,
  items: readonly ReportItem[],
): readonly PaperItem[] {
  const [tables, setTables] = useState(noTables);
  const onRows = useCallback(
    (item: string, rows: PaperRows): void => {
      if (stack === undefined) return;
      // An update may run twice: the same sheet is taken once.
      const takeSheet = (next: number): boolean => stack.take(`${page} ${item} ${String(next)}`);
      setTables((last) => withRows(last, { item, takeSheet }, rows));
    },
    [stack, page],
  );
  const sheets = sheetsOf(tables);
  useEffect(() => stack?.onSheets(page, sheets), [stack, page, sheets]);
  return useMemo(() => {
    if (stack === undefined) return noItems;
    return items.flatMap((item) =>
      Array.from({ length: tables.get(item.id)?.starts.length ?? 1 }, (_, index) => ({
        item,
        index,
        part: {
          ...paperPartOf(tables, item.id, { index, onRows: (rows) => onRows(item.id, rows) }),
          drawTable: drawPaperTable,
        },
      })),
    );
  }, [stack, items, tables, onRows]);
}

import { useMemo } from 'react';
import {
  columnVisibilityFeature,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row,
} from '@tanstack/react-table';
import type { CellValue, Column, Sorting } from './table-column.ts';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  columnVisibilityFeature,
  rowSelectionFeature,
});
type Features = typeof features;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Numbers by size, texts as people sort them ("site 9" before "site 10"), nothing last. */
export function compareValues(a: CellValue, b: CellValue): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

function byValue<T extends object>(a: Row<Features, T>, b: Row<Features, T>, id: string): number {
  return compareValues(a.getValue<CellValue>(id), b.getValue<CellValue>(id));
}

export interface TableModelOptions<T extends object> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly sorting: Sorting | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
}

export type TableRow<T extends object> = Row<Features, T>;

/** Sorted rows and visible columns. Sorting, hiding and selection belong to the caller (the address bar, usually). */
export function useTableModel<T extends object>(options: TableModelOptions<T>) {
  const { columns, sorting, hidden, selected, onSelect, rowId } = options;
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<Features, T> => ({
        id: column.id,
        accessorFn: column.value,
        sortFn: byValue,
        enableSorting: column.sortable !== false,
      })),
    [columns],
  );
  const state = useMemo(
    () => ({
      sorting: sorting === undefined ? [] : [{ id: sorting.id, desc: sorting.desc }],
      columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
      rowSelection: Object.fromEntries([...selected].map((id) => [id, true as const])),
    }),
    [sorting, hidden, selected],
  );
  const table = useTable({
    features,
    data: options.rows,
    columns: definitions,
    getRowId: rowId,
    state,
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(state.rowSelection) : update;
      onSelect?.(new Set(Object.keys(next).filter((id) => next[id] === true)));
    },
  });
  const visible = useMemo(() => columns.filter((column) => !hidden.has(column.id)), [columns, hidden]);
  return { rows: table.getRowModel().rows, visible, table };
}

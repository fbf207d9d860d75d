import { useMemo } from 'react';
import {
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row,
} from '@tanstack/react-table';
import { sortRows } from './sort-rows.ts';
import type { Column, TableSorting } from './table-column.ts';

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });
type Features = typeof features;

export interface TableModelOptions<T extends object> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly sorting: TableSorting | undefined;
  readonly hidden: ReadonlySet<string>;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
}

export type TableRow<T extends object> = Row<Features, T>;

function useSorted<T extends object>({ rows, columns, sorting }: TableModelOptions<T>): readonly T[] {
  return useMemo(() => {
    const column = columns.find(({ id }) => id === sorting?.id);
    return column === undefined ? rows : sortRows(rows, column.value, sorting?.desc === true);
  }, [rows, columns, sorting]);
}

/** Sorted rows and visible columns. Sorting, hiding and selection belong to the caller, usually the address. */
export function useTableModel<T extends object>(options: TableModelOptions<T>) {
  const { columns, hidden, selected, onSelect, rowId } = options;
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<Features, T> => ({ id: column.id, accessorFn: column.value })),
    [columns],
  );
  const state = useMemo(
    () => ({
      columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])),
      rowSelection: Object.fromEntries([...selected].map((id) => [id, true as const])),
    }),
    [hidden, selected],
  );
  const table = useTable({
    features,
    data: useSorted(options),
    columns: definitions,
    getRowId: rowId,
    state,
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(state.rowSelection) : update;
      onSelect?.(new Set(Object.keys(next).filter((id) => next[id] === true)));
    },
  });
  const chosen = useMemo(() => columns.filter((column) => !hidden.has(column.id)), [columns, hidden]);
  return { rows: table.getRowModel().rows, chosen, table };
}

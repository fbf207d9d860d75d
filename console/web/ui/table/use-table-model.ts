import { useMemo } from 'react';
import {
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Row,
} from '@tanstack/react-table';
import { sortRows } from './sort-rows.ts';
import type { Column, TableSorting } from './table-column.ts';
import { useHeldOrder } from './use-held-order.ts';

const features = tableFeatures({ rowSelectionFeature });
type Features = typeof features;

export interface TableModelOptions<T extends object> {
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  readonly sorting: TableSorting | undefined;
  /** Orders and folds the sorted rows. */
  readonly arrange?: ((sorted: readonly T[]) => readonly T[]) | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: ((selected: ReadonlySet<string>) => void) | undefined;
}

export type TableRow<T extends object> = Row<Features, T>;

function useSorted<T extends object>({ rows, columns, sorting, rowId, arrange }: TableModelOptions<T>) {
  const sorted = useMemo(() => {
    const column = columns.find(({ id }) => id === sorting?.id);
    return column === undefined ? rows : sortRows(rows, column.value, sorting?.desc === true);
  }, [rows, columns, sorting]);
  const { rows: ordered, ...hold } = useHeldOrder(sorted, { rowId, sorting });
  const arranged = useMemo(() => arrange?.(ordered) ?? ordered, [ordered, arrange]);
  return { arranged, hold };
}

/** Sorted rows. Sorting and selection belong to the caller, usually the address. */
export function useTableModel<T extends object>(options: TableModelOptions<T>) {
  const { columns, selected, onSelect, rowId } = options;
  const definitions = useMemo(
    () => columns.map((column): ColumnDef<Features, T> => ({ id: column.id, accessorFn: column.value })),
    [columns],
  );
  const state = useMemo(
    () => ({
      rowSelection: Object.fromEntries([...selected].map((id) => [id, true as const])),
    }),
    [selected],
  );
  const { arranged, hold } = useSorted(options);
  const table = useTable({
    features,
    data: arranged,
    columns: definitions,
    getRowId: rowId,
    state,
    onRowSelectionChange: (update) => {
      const next = typeof update === 'function' ? update(state.rowSelection) : update;
      onSelect?.(new Set(Object.keys(next).filter((id) => next[id] === true)));
    },
  });
  return { rows: table.getRowModel().rows, hold };
}

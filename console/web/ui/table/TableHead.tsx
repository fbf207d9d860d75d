import { useState } from 'react';
import { Checkbox } from '../field/Checkbox.tsx';
import type { Column, ColumnChanges, TableSorting } from './table-column.ts';
import { TableHeaderCell } from './TableHeaderCell.tsx';
import { useUiTexts } from '../texts/en.ts';

interface Selection {
  readonly count: number;
  readonly of: number;
  readonly selectAll: (all: boolean) => void;
}

interface Props<T> {
  readonly columns: readonly Column<T>[];
  readonly sorting: TableSorting | undefined;
  readonly onSort: ((sorting: TableSorting | undefined) => void) | undefined;
  /** Undefined when rows cannot be selected. */
  readonly selection: Selection | undefined;
  readonly changes: ColumnChanges;
  /** Where each column ends, in CSS pixels; empty unless the table scrolls sideways. */
  readonly ends: readonly number[];
}

/** The heading that Tab reaches: the one that had the focus last, or that sorts, or the first. */
function useTabStop<T>(columns: readonly Column<T>[], sorting: TableSorting | undefined) {
  const [visited, setVisited] = useState<string>();
  const sortable = columns.filter(
    ({ sortable: maySort = true, quietHeader }) => maySort && quietHeader !== true,
  );
  const stop = [visited, sorting?.id].find((id) => sortable.some((column) => column.id === id));
  return { stop: stop ?? sortable[0]?.id, onVisit: setVisited };
}

export function TableHead<T>({ columns, sorting, onSort, selection, changes, ends }: Props<T>) {
  const text = useUiTexts();
  const { stop, onVisit } = useTabStop(columns, sorting);
  return (
    <div role="row" className="tt-thead" aria-rowindex={1}>
      {selection !== undefined && (
        <div role="columnheader" className="tt-th tt-td-check">
          <Checkbox
            quietLabel
            label={text('selectAll')}
            checked={selection.of > 0 && selection.count >= selection.of}
            some={selection.count > 0 && selection.count < selection.of}
            onChange={selection.selectAll}
          />
        </div>
      )}
      {columns.map((column, index) => (
        <TableHeaderCell
          key={column.id}
          column={column}
          index={index}
          sorting={sorting}
          onSort={onSort}
          onVisit={onVisit}
          changes={changes}
          isStop={column.id === stop}
          end={ends[index]}
        />
      ))}
    </div>
  );
}

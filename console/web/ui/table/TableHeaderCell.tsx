import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Column, TableSorting } from './table-column.ts';
import { useUiTexts } from '../use-ui-texts.ts';

interface CellProps<T> {
  readonly column: Column<T>;
  readonly index: number;
  readonly sorting: TableSorting | undefined;
  readonly onSort: ((sorting: TableSorting | undefined) => void) | undefined;
}

/** Ascending, descending, then the natural order. */
function nextSorting(id: string, sorting: TableSorting | undefined): TableSorting | undefined {
  if (sorting?.id !== id) return { id, desc: false };
  return sorting.desc ? undefined : { id, desc: true };
}

const ariaSort = (direction: 'asc' | 'desc' | undefined) =>
  direction === undefined ? 'none' : direction === 'asc' ? 'ascending' : 'descending';

function directionOf(id: string, sorting: TableSorting | undefined): 'asc' | 'desc' | undefined {
  if (sorting?.id !== id) return undefined;
  return sorting.desc ? 'desc' : 'asc';
}

export function TableHeaderCell<T>({ column, index, sorting, onSort }: CellProps<T>) {
  const text = useUiTexts();
  const direction = directionOf(column.id, sorting);
  const title = (
    <span className={column.quietHeader === true ? 'tt-hidden' : 'tt-ellipsis'}>{column.header}</span>
  );
  const sortable = column.sortable !== false && onSort !== undefined;
  return (
    <div
      role="columnheader"
      className="tt-th"
      data-align={column.align ?? 'left'}
      data-sticky={index === 0}
      aria-colindex={index + 1}
      aria-sort={sortable ? ariaSort(direction) : undefined}
    >
      {sortable ? (
        <button
          type="button"
          className="tt-th-sort"
          data-sorted={direction}
          onClick={() => onSort(nextSorting(column.id, sorting))}
        >
          {title}
          {direction === 'asc' && <IconArrowUp size={13} aria-label={text('sortedUp')} />}
          {direction === 'desc' && <IconArrowDown size={13} aria-label={text('sortedDown')} />}
        </button>
      ) : (
        title
      )}
    </div>
  );
}

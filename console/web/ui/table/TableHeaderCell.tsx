import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { CSSProperties, KeyboardEvent } from 'react';
import type { Column, ColumnChanges, TableSorting } from './table-column.ts';
import { useColumnDrag } from './use-column-drag.ts';
import { useUiTexts } from '../texts/en.ts';

interface CellProps<T> {
  readonly column: Column<T>;
  readonly index: number;
  readonly sorting: TableSorting | undefined;
  readonly onSort: ((sorting: TableSorting | undefined) => void) | undefined;
  readonly changes: ColumnChanges;
  /** Whether Tab reaches it: arrows lead from one heading to the next. */
  readonly isStop: boolean;
  readonly onVisit: (id: string) => void;
  /** Where the column ends, in CSS pixels, in a table that scrolls sideways. */
  readonly end: number | undefined;
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

/** By key, a column becomes this much wider or narrower. */
const stepPx = 16;

/** Where arrows, Home and End lead from a heading: its place among those that sort. */
const steps: Readonly<Record<string, (place: number, last: number) => number>> = {
  ArrowLeft: (place) => place - 1,
  ArrowRight: (place) => place + 1,
  Home: () => 0,
  End: (_, last) => last,
};

function moveByKey(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, ctrlKey, metaKey } = event;
  const step = steps[key];
  if (step === undefined || ctrlKey || metaKey) return;
  event.preventDefault();
  const all = [...(currentTarget.closest('.tt-thead')?.querySelectorAll<HTMLElement>('.tt-th-sort') ?? [])];
  all[step(all.indexOf(currentTarget), all.length - 1)]?.focus();
}

/** Shift with an arrow changes the width, with Ctrl as well the place. */
function changeByKey(event: KeyboardEvent<HTMLElement>, id: string, changes: ColumnChanges): void {
  const { key, shiftKey, ctrlKey, metaKey, currentTarget } = event;
  if (!shiftKey) return moveByKey(event);
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
  event.preventDefault();
  const side = key === 'ArrowRight' ? 1 : -1;
  if (ctrlKey || metaKey) return changes.onShift(id, side);
  const width = currentTarget.closest('.tt-th')?.getBoundingClientRect().width ?? 0;
  changes.onResize(id, width + side * stepPx, true);
}

interface TitleProps<T> extends Pick<
  CellProps<T>,
  'column' | 'onSort' | 'sorting' | 'changes' | 'isStop' | 'onVisit'
> {
  readonly direction: 'asc' | 'desc' | undefined;
}

function SortButton<T>({ column, sorting, onSort, changes, direction, isStop, onVisit }: TitleProps<T>) {
  const text = useUiTexts();
  return (
    <button
      type="button"
      className="tt-th-sort"
      data-sorted={direction}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onVisit(column.id)}
      onClick={() => onSort?.(nextSorting(column.id, sorting))}
      onKeyDown={(event) => changeByKey(event, column.id, changes)}
    >
      <span className="tt-ellipsis" title={column.header}>
        {column.header}
      </span>
      {direction === 'asc' && <IconArrowUp size={13} aria-label={text('sortedUp')} />}
      {direction === 'desc' && <IconArrowDown size={13} aria-label={text('sortedDown')} />}
      {direction === undefined && <span className="tt-th-unsorted" />}
    </button>
  );
}

/** The buttons of a row have no header to see, to move or to resize. */
function QuietHeaderCell({ header, index }: { readonly header: string; readonly index: number }) {
  return (
    <div role="columnheader" className="tt-th" aria-colindex={index + 1}>
      <span className="tt-hidden">{header}</span>
    </div>
  );
}

/** Title of a column: sorts on click, moves by dragging, and has its width changed at its right edge. */
export function TableHeaderCell<T>(props: CellProps<T>) {
  const { column, index, sorting, onSort, changes, isStop, onVisit, end } = props;
  const { id, header, align = 'left', sortable: maySort = true } = column;
  const direction = directionOf(id, sorting);
  const { moving, resizing } = useColumnDrag(id, changes);
  const sortable = maySort && onSort !== undefined;
  if (column.quietHeader === true) return <QuietHeaderCell header={header} index={index} />;
  return (
    <div
      role="columnheader"
      className="tt-th"
      data-column={id}
      data-align={align}
      data-sticky={index === 0}
      aria-colindex={index + 1}
      style={end === undefined ? undefined : ({ '--tt-end': `${String(end)}px` } as CSSProperties)}
      aria-sort={sortable ? ariaSort(direction) : undefined}
      {...moving}
    >
      {sortable ? (
        <SortButton
          column={column}
          sorting={sorting}
          onSort={onSort}
          changes={changes}
          direction={direction}
          isStop={isStop}
          onVisit={onVisit}
        />
      ) : (
        <span className="tt-ellipsis" title={header}>
          {header}
        </span>
      )}
      <span className="tt-th-edge" aria-hidden="true" {...resizing} />
    </div>
  );
}

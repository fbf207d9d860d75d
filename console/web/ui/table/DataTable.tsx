import {
  use,
  useId,
  useMemo,
  useRef,
  type PointerEvent,
  type ReactNode,
  type UIEvent,
  type RefObject,
  useEffect,
} from 'react';
import { OnPaper } from './print/paper.ts';
import { columnChanges } from './layout/column-changes.ts';
import { ColumnMenu } from './ColumnMenu.tsx';
import type { Column, Density, TableSorting, TreePlace } from './table-column.ts';
import { TableHead } from './TableHead.tsx';
import { TableRowView } from './TableRowView.tsx';
import { useTableColumns } from './use-table-columns.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useTableModel, type TableRow } from './use-table-model.ts';
import { checkWidth, columnEnds, columnStyle, useTableView } from './use-table-view.ts';
import { useInnerWidth } from '../layout/use-inner-width.ts';
import './table.css';

/** Rows before the last one at which more are requested, so that they arrive in time. */
const aheadRows = 40;

interface End {
  /** Index of the last drawn row, and the number of rows. */
  readonly last: number;
  readonly count: number;
  readonly onEnd: (() => void) | undefined;
}

/** Calls `onEnd` when the end of a table comes into sight. */
function useTableEnd({ last, count, onEnd }: End): void {
  useEffect(() => {
    if (last >= count - aheadRows) onEnd?.();
  }, [last, count, onEnd]);
}

/** Below this width of a table in CSS pixels, rows are cards where the columns say how, unless the table says another one. */
const CARDS_PX = 560;

/** Lines of a row that is drawn as a card; 0 where it is drawn in columns. */
function useCardLines<T>(
  columns: readonly Column<T>[],
  scroller: RefObject<HTMLElement | null>,
  belowPx: number,
): number {
  const room = useInnerWidth(scroller);
  const lines = useMemo(() => Math.max(0, ...columns.map(({ card }) => card?.line ?? 0)), [columns]);
  return room !== undefined && room < belowPx ? lines : 0;
}

interface Props<T extends object> {
  /** Under which the user's columns are stored. */
  readonly name: string;
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
  readonly rowId: (row: T) => string;
  /** Accessible name of a row. */
  readonly rowName: (row: T) => string;
  readonly density?: Density;
  readonly sorting?: TableSorting | undefined;
  readonly onSort?: (sorting: TableSorting | undefined) => void;
  readonly hidden?: ReadonlySet<string>;
  readonly selected?: ReadonlySet<string>;
  readonly onSelect?: (selected: ReadonlySet<string>) => void;
  /** The row whose details are open. */
  readonly openedId?: string | undefined;
  readonly onOpen?: (row: T) => void;
  /** Other keys on the active row, such as `l` to locate. */
  readonly onRowKey?: (key: string, row: T) => void;
  /** Called when the last rows come into sight, to fetch more. */
  readonly onEnd?: () => void;
  /** Rows keep their order while the pointer is on them. */
  readonly holdsOrder?: boolean;
  /** Orders and folds the sorted rows; pass the same function on each render. */
  readonly arrange?: (sorted: readonly T[]) => readonly T[];
  /** Width below which rows are cards, where the columns say how. */
  readonly cardsBelowPx?: number;
  /** Below the rows, with the button of the columns at its end: the header is free of it. */
  readonly foot?: ReactNode;
  /** The place of each row if rows are below others. */
  readonly placeOf?: ((row: T) => TreePlace) | undefined;
}

const nothing: ReadonlySet<string> = new Set();

/** Sets the full text as tooltip when it is cut off. Measured on hover, since columns and values change. */
function showFullTextOnHover({ target }: PointerEvent): void {
  const text = target instanceof Element ? target.closest<HTMLElement>('.tt-ellipsis') : null;
  if (text === null || (text.title !== '' && text.dataset['untruncated'] === undefined)) return;
  text.dataset['untruncated'] = '';
  text.title = text.scrollWidth > text.clientWidth ? text.textContent : '';
}

/** Gives the style sheet how far the table is scrolled sideways: titles end before the button of the columns. */
function showPassed({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.style.setProperty('--tt-passed', `${String(currentTarget.scrollLeft)}px`);
}

/** Ids of the drawn rows, and of every row: also of those folded under others. */
function useRowIds<T extends object>(
  drawn: readonly TableRow<T>[],
  { rows, rowId, arrange }: Pick<Props<T>, 'rows' | 'rowId' | 'arrange'>,
) {
  const ids = useMemo(() => drawn.map(({ id }) => id), [drawn]);
  const every = useMemo(
    () => new Set(arrange === undefined ? ids : [...ids, ...rows.map(rowId)]),
    [ids, rows, rowId, arrange],
  );
  return { ids, every };
}

/** Rows, columns and view of a table. */
function useTableParts<T extends object>(props: Props<T>) {
  const { density = 'normal', sorting, onSelect, onOpen, onRowKey, onEnd } = props;
  const { name, columns, hidden = nothing, selected = nothing, cardsBelowPx = CARDS_PX } = props;
  const domId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const selectable = onSelect !== undefined;
  const { rows, hold } = useTableModel({ ...props, sorting, selected, onSelect });
  const { ids, every } = useRowIds(rows, props);
  const selection = useRowSelection({ ids, every, selected, onSelect });
  const cardLines = useCardLines(columns, scroller, cardsBelowPx);
  const view = useTableView({ rows, scroller, density, cardLines, selection, onOpen, onRowKey });
  const { activeId, height, virtual, ...events } = view;
  const items = virtual.getVirtualItems();
  const selectAll = (all: boolean) => onSelect?.(all ? every : nothing);
  const all = selectable ? { count: selected.size, of: every.size, selectAll } : undefined;
  const arranged = useTableColumns({
    name,
    columns,
    hidden,
    scroller,
    taken: selectable ? checkWidth : 0,
    isCards: cardLines > 0,
    drawn: virtual.isScrolling ? undefined : items.map(({ key }) => key).join(' '),
  });
  useTableEnd({ last: items.at(-1)?.index ?? 0, count: rows.length, onEnd });
  return { domId, rows, scroller, cardLines, activeId, height, virtual, items, events, all, arranged, hold };
}

type Parts<T extends object> = ReturnType<typeof useTableParts<T>>;

/** The drawn rows. */
function TableBody<T extends object>({
  table,
  parts,
}: {
  readonly table: Props<T>;
  readonly parts: Parts<T>;
}) {
  const { rowName, openedId, onSelect, placeOf, holdsOrder = false, selected = nothing } = table;
  const { domId, items, virtual, height, cardLines, activeId, arranged, hold } = parts;
  const rows: readonly TableRow<T>[] = parts.rows;
  const isMeasured =
    cardLines > 0
      ? table.columns.some(({ card }) => card?.wraps === true)
      : arranged.visible.some(({ wraps }) => wraps === true);
  return (
    <div
      role="rowgroup"
      className="tt-tbody"
      style={{ height: virtual.getTotalSize() }}
      {...(holdsOrder ? hold : {})}
    >
      {items.map(({ index, start }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <TableRowView
            key={row.id}
            row={row.original}
            domId={`${domId}-${row.id}`}
            name={rowName(row.original)}
            height={height}
            cardLines={cardLines}
            measure={isMeasured ? virtual.measureElement : undefined}
            place={index}
            top={start}
            columns={arranged.visible}
            active={row.id === activeId}
            opened={row.id === openedId}
            selected={onSelect === undefined ? undefined : selected.has(row.id)}
            {...placeOf?.(row.original)}
          />
        );
      })}
    </div>
  );
}

/**
 * A table for a hundred thousand rows: only the visible ones are in the document. One tab stop; arrows, Page Up and Down, Home
 * and End move, Enter opens, and Tab reaches the buttons of the active row. Space selects, Shift with Space or an arrow selects a
 * range, Ctrl+A selects every row, also folded ones. Columns are as wide as their content, and as the user arranged them. On paper it
 * has the rows that fit, and continues with the others on further sheets.
 */
export function DataTable<T extends object>(props: Props<T>) {
  const paper = use(OnPaper);
  return paper === undefined ? <ScreenTable {...props} /> : paper.drawTable({ ...props, part: paper });
}

function ScreenTable<T extends object>(props: Props<T>) {
  const { label, density = 'normal', sorting, onSort, onSelect, onOpen, placeOf, foot } = props;
  const parts = useTableParts(props);
  const { domId, rows, scroller, cardLines, activeId, events, all, arranged } = parts;
  const selectable = onSelect !== undefined;
  const isCards = cardLines > 0;
  const menu = !isCards && <ColumnMenu label={label} columns={arranged} />;
  return (
    <div
      className="tt-table"
      data-density={density}
      data-openable={onOpen !== undefined}
      data-cards={isCards}
      data-scrolled={arranged.isScrolled}
      data-footed={foot !== undefined}
    >
      <div
        ref={scroller}
        className="tt-table-scroll"
        role={placeOf === undefined ? 'grid' : 'treegrid'}
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={arranged.visible.length}
        aria-multiselectable={selectable || undefined}
        aria-activedescendant={activeId === undefined ? undefined : `${domId}-${activeId}`}
        style={columnStyle(arranged, selectable)}
        {...events}
        onPointerOver={showFullTextOnHover}
        onScroll={showPassed}
      >
        <TableHead
          columns={arranged.visible}
          sorting={sorting}
          onSort={isCards ? undefined : onSort}
          selection={all}
          ends={columnEnds(arranged, selectable)}
          changes={columnChanges(arranged, arranged.arranged)}
        />
        <TableBody table={props} parts={parts} />
      </div>
      {foot === undefined ? (
        menu
      ) : (
        <div className="tt-table-foot">
          {foot}
          {menu}
        </div>
      )}
    </div>
  );
}

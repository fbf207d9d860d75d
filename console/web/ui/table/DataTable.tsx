import { useId, useMemo } from 'react';
import type { Column, Density, TableSorting } from './table-column.ts';
import { TableHead } from './TableHead.tsx';
import { TableRowView } from './TableRowView.tsx';
import { useColumnsThatFit } from './use-columns-that-fit.ts';
import { useTableEnd } from './use-table-end.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useTableModel } from './use-table-model.ts';
import { checkWidth, columnStyle, useTableView } from './use-table-view.ts';
import './table.css';
import type { PointerEvent } from 'react';

interface Props<T extends object> {
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
}

const nothing: ReadonlySet<string> = new Set();

/** Sets the full text as tooltip when it is cut off. Measured on hover, since columns and values change. */
function showFullTextOnHover({ target }: PointerEvent): void {
  const text = target instanceof Element ? target.closest<HTMLElement>('.tt-ellipsis') : null;
  if (text === null || (text.title !== '' && text.dataset['whole'] === undefined)) return;
  text.dataset['whole'] = '';
  text.title = text.scrollWidth > text.clientWidth ? text.textContent : '';
}

/**
 * A table for a hundred thousand rows: only the visible ones are in the document. One tab stop; arrows, Page Up and Down, Home
 * and End move, Enter opens, and Tab reaches the buttons of the active row. Space selects, Shift with Space or an arrow selects a
 * range, Ctrl+A selects every row.
 */
export function DataTable<T extends object>(props: Props<T>) {
  const { label, density = 'normal', sorting, onSort, openedId, onSelect, onOpen, onRowKey, onEnd } = props;
  const { hidden = nothing, selected = nothing } = props;
  const domId = useId();
  const selectable = onSelect !== undefined;
  const { rows, chosen, table } = useTableModel({ ...props, sorting, hidden, selected, onSelect });
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useRowSelection({ ids, selected, onSelect });
  const view = useTableView({ rows, density, selection, onOpen, onRowKey });
  const { scroller, activeId, height, virtual, ...events } = view;
  const items = virtual.getVirtualItems();
  const { toggleAllRowsSelected: selectAll } = table;
  const all = selectable ? { count: selected.size, of: rows.length, selectAll } : undefined;
  const visible = useColumnsThatFit(chosen, scroller, selectable ? checkWidth : 0);
  useTableEnd({ last: items.at(-1)?.index ?? 0, count: rows.length, onEnd });
  const drawn = ({ index, start }: { readonly index: number; readonly start: number }) => {
    const row = rows[index];
    return row === undefined ? null : (
      <TableRowView
        key={row.id}
        row={row.original}
        domId={`${domId}-${row.id}`}
        name={props.rowName(row.original)}
        place={index}
        top={start}
        height={height}
        columns={visible}
        active={row.id === activeId}
        opened={row.id === openedId}
        selected={selectable ? selected.has(row.id) : undefined}
      />
    );
  };
  return (
    <div className="tt-table" data-density={density} data-openable={onOpen !== undefined}>
      <div
        ref={scroller}
        className="tt-table-scroll"
        role="grid"
        tabIndex={0}
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={visible.length}
        aria-multiselectable={selectable || undefined}
        aria-activedescendant={activeId === undefined ? undefined : `${domId}-${activeId}`}
        style={columnStyle(visible, selectable)}
        {...events}
        onPointerOver={showFullTextOnHover}
      >
        <TableHead columns={visible} sorting={sorting} onSort={onSort} selection={all} />
        <div role="rowgroup" className="tt-tbody" style={{ height: virtual.getTotalSize() }}>
          {items.map(drawn)}
        </div>
      </div>
    </div>
  );
}

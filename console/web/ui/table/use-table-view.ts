import { useState, type CSSProperties, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { rowHeights, type Column, type Density } from './table-column.ts';
import { rowAfterKey } from './table-keys.ts';
import type { RowSelection } from './use-row-selection.ts';
import type { TableColumns } from './use-table-columns.ts';
import type { TableRow } from './use-table-model.ts';

interface Options<T extends object> {
  readonly rows: readonly TableRow<T>[];
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly density: Density;
  /** Lines of a row that is drawn as a card; 0 in columns. */
  readonly cardLines: number;
  /** Undefined when rows cannot be selected. */
  readonly selection: RowSelection | undefined;
  readonly onOpen: ((row: T) => void) | undefined;
  readonly onRowKey: ((key: string, row: T) => void) | undefined;
}

/** Of titles on one line. */
const headerHeight = 32;
export const checkWidth = 36;

const lineHeight = 20;
const cardPadding = 16;

interface Tracks<T> {
  readonly visible: readonly Column<T>[];
  /** CSS pixels; undefined until measured. */
  readonly widths: readonly number[] | undefined;
}

/** Track list and least width of the columns, as custom properties of header and rows. */
export function columnStyle<T>({ visible, widths }: Tracks<T>, selectable: boolean): CSSProperties {
  const tracks = visible.map(({ width, grow }, index) => {
    const px = widths?.[index];
    if (px !== undefined) return `${String(px)}px`;
    return grow === undefined ? `${String(width)}px` : `minmax(${String(width)}px, ${String(grow)}fr)`;
  });
  const declared = visible.map(({ width }) => width);
  const least = (widths ?? declared).reduce((sum, width) => sum + width, selectable ? checkWidth : 0);
  const all = selectable ? [`${String(checkWidth)}px`, ...tracks] : tracks;
  return { '--tt-columns': all.join(' '), '--tt-least': `${String(least)}px` } as CSSProperties;
}

/** Where the columns of a table that scrolls sideways end, in CSS pixels. */
export function columnEnds(
  { widths, isScrolled }: Pick<TableColumns<object>, 'widths' | 'isScrolled'>,
  selectable: boolean,
): readonly number[] {
  if (widths === undefined || !isScrolled) return [];
  let end = selectable ? checkWidth : 0;
  return widths.map((width) => (end += width));
}

const selectRow = ({ addFromLast, toggle }: RowSelection, index: number, isRange: boolean): void =>
  isRange ? addFromLast(index) : toggle(index);

type Click = MouseEvent<HTMLDivElement>;

/** Whether a click selects the row instead of opening it. */
const isSelecting = ({ shiftKey, ctrlKey, metaKey }: Click, target: Element): boolean =>
  shiftKey || ctrlKey || metaKey || target.closest('.tt-td-check') !== null;

/** Whether a click on this opens the row: on no checkbox of a cell, and not where it ended a selection of text, such as of a name to copy. */
const isOpening = (target: Element): boolean =>
  target.closest('input') === null && getSelection()?.isCollapsed !== false;

/** Scrolling, active row, keys and clicks of a table. */
export function useTableView<T extends object>(options: Options<T>) {
  const { rows, scroller, density, cardLines, selection, onOpen, onRowKey } = options;
  const [activeId, setActiveId] = useState<string>();
  const height = cardLines === 0 ? rowHeights[density] : cardPadding + cardLines * lineHeight;
  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this hook alone, which is what a virtualizer needs
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    scrollPaddingStart: headerHeight,
    useFlushSync: false,
  });
  const found = rows.findIndex((row) => row.id === activeId);

  const move = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
    const next = rowAfterKey(key, found, { count: rows.length, page });
    if (next === undefined) return false;
    setActiveId(rows[next]?.id);
    const head = scroller.current?.querySelector('.tt-thead');
    virtual.setOptions({ ...virtual.options, scrollPaddingStart: head?.clientHeight ?? headerHeight });
    virtual.scrollToIndex(next);
    if (shiftKey) selection?.addRange(found, next);
    return true;
  };
  const act = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const row = rows[found];
    if (row === undefined) return false;
    if (key === 'Enter') onOpen?.(row.original);
    else if (key === ' ' && selection !== undefined) selectRow(selection, found, shiftKey);
    else onRowKey?.(key, row.original);
    return key === 'Enter' || key === ' ';
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'a' || selection === undefined) return;
      selection.selectAll();
      event.preventDefault();
    } else if (move(event) || act(event)) event.preventDefault();
  };
  const onClick = (event: Click) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const index = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? '-1');
    const row = rows[index];
    if (row === undefined) return;
    setActiveId(row.id);
    // A button or link of the row has a purpose of its own.
    if (target.closest('button, a') !== null) return;
    if (selection !== undefined && isSelecting(event, target)) selectRow(selection, index, event.shiftKey);
    else if (isOpening(target)) onOpen?.(row.original);
  };
  /** A range by pointer must not select the text in between as well. */
  const onMouseDown = (event: MouseEvent) => {
    if (!event.shiftKey || selection === undefined) return;
    event.preventDefault();
    scroller.current?.focus({ preventScroll: true });
  };
  return { activeId, height, virtual, onKeyDown, onMouseDown, onClick };
}

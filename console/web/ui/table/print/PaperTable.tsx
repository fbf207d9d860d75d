import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { PaperPart, PaperTableProps } from './paper.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { Column } from '../table-column.ts';
import { rowsThatFit } from './rows-that-fit.ts';
import { usePaperTexts } from './texts/en.ts';
import './paper-table.css';

/** No row is lower: more than fit are not drawn. */
const LEAST_ROW_PX = 18;
/** Of the line below the rows (`paper-table.css`). */
const NOTE_PX = 18;
/** Smaller letters cannot be read: columns that do not fit then are left out, which the table says. */
const LEAST_SCALE = 0.55;

const onScreen = { active: false };

/** How far the table is drawn: rows at most, its scale and columns, then how many of its rows fit. */
interface DrawnPart {
  /** 0: the frame is not measured yet. */
  readonly most: number;
  readonly scale: number;
  readonly columns: number;
  readonly count: number | undefined;
}

interface RoomOnPaper {
  /** Rows behind those that are drawn. */
  readonly more: number;
  /** There is a line below the rows in any case. */
  readonly hasNote: boolean;
}

function fittingRows(box: HTMLElement, table: HTMLTableElement, { more, hasNote }: RoomOnPaper): number {
  const { top, height } = box.getBoundingClientRect();
  const edges = [...table.tBodies].flatMap(({ rows }) =>
    [...rows].map((row) => row.getBoundingClientRect().bottom - top),
  );
  const room = hasNote ? { height: height - NOTE_PX, note: 0 } : { height, note: NOTE_PX };
  return rowsThatFit(edges, { ...room, more });
}

/** How many columns end within their frame; one of a name is left in any case. */
function columnsWithin(box: HTMLElement, table: HTMLTableElement): number {
  const { right } = box.getBoundingClientRect();
  const cells = [...(table.tHead?.rows[0]?.cells ?? [])];
  const outside = cells.findIndex((cell) => cell.getBoundingClientRect().right > right + 1);
  return outside === -1 ? cells.length : Math.max(1, outside);
}

const widthsOf = (table: HTMLTableElement): readonly number[] =>
  [...(table.tHead?.rows[0]?.cells ?? [])].map(({ offsetWidth }) => offsetWidth);

interface NoteProps {
  readonly part: PaperPart;
  readonly count: number;
  readonly total: number;
  /** Columns that no sheet shows. */
  readonly cut: number;
}

/** Which rows of how many, and what no sheet shows. */
function Note({ part, count, total, cut }: NoteProps) {
  const text = usePaperTexts();
  const language = useLanguage();
  const shown = (value: number): string => formatNumber(value, language);
  const { from, isLast } = part;
  const more = total - from - count;
  if (from === 0 && more === 0 && cut === 0) return null;
  const range =
    count === 0 || count === total
      ? undefined
      : text('rows', { first: shown(from + 1), last: shown(from + count), total: shown(total) });
  const left = isLast && more > 0 ? text('more', { count: more, more: shown(more) }) : undefined;
  const columns = cut === 0 ? undefined : text('columns', { count: cut });
  return <p className="tt-paper-table-note">{[range, left, columns].filter(Boolean).join(' · ')}</p>;
}

/** Draws rows, measures how many fit once the fonts are there, and draws those. */
function useFittingRows<T extends object>({
  rows,
  columns: all,
  part,
}: Pick<PaperTableProps<T>, 'rows' | 'columns' | 'part'>) {
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const [drawn, setDrawn] = useState<DrawnPart>({
    scale: part.columns?.scale ?? 1,
    columns: part.columns?.widths.length ?? all.length,
    most: 0,
    count: undefined,
  });
  const { from } = part;
  const look = useEffectEvent((): DrawnPart => {
    const { scale, columns, most } = drawn;
    if (box.current === null || table.current === null) return drawn;
    const { clientWidth, clientHeight } = box.current;
    if (most === 0) return { ...drawn, most: Math.ceil(clientHeight / LEAST_ROW_PX / LEAST_SCALE) + 1 };
    const needed = table.current.offsetWidth * scale;
    if (part.columns === undefined && needed > clientWidth + 1) {
      if (scale === 1) return { ...drawn, scale: Math.max(LEAST_SCALE, clientWidth / needed) };
      const within = columnsWithin(box.current, table.current);
      if (within < columns) return { ...drawn, columns: within };
    }
    const more = Math.max(0, rows.length - from - most);
    const hasNote = from > 0 || columns < all.length;
    const fitting = fittingRows(box.current, table.current, { more, hasNote });
    // A sheet of its own has room for a row, however high that is.
    return { ...drawn, count: part.columns === undefined ? fitting : Math.max(1, fitting) };
  });
  const reportRows = useEffectEvent(({ scale, count }: DrawnPart): void => {
    if (count === undefined || table.current === null) return;
    const columns = { widths: widthsOf(table.current), scale };
    part.onRows({ from, count, total: rows.length, columns });
  });
  useEffect(() => {
    if (drawn.count !== undefined) {
      reportRows(drawn);
      return undefined;
    }
    let [frame, isOver] = [0, false];
    void document.fonts.ready.then(() => {
      if (!isOver) frame = requestAnimationFrame(() => setDrawn(look()));
    });
    return () => {
      isOver = true;
      cancelAnimationFrame(frame);
    };
  }, [drawn]);
  const { scale, columns, count, most } = drawn;
  return {
    box,
    table,
    scale,
    count,
    shown: rows.slice(from, from + (count ?? most)),
    shownColumns: all.slice(0, columns),
  };
}

const PaperRow = <T extends object>({
  row,
  columns,
}: {
  readonly row: T;
  readonly columns: readonly Column<T>[];
}) => (
  <tr>
    {columns.map((column) => (
      <td key={column.id} data-align={column.align ?? 'left'} data-untruncated={column.untruncated}>
        {column.cell(row, onScreen)}
      </td>
    ))}
  </tr>
);

/** A table on paper: the rows that its frame has room for, below headings, and in words how many others there are. */
function PaperTable<T extends object>({ label, rows, columns, rowId, foot, part }: PaperTableProps<T>) {
  const { box, table, scale, count, shown, shownColumns } = useFittingRows({ rows, columns, part });
  const cut = columns.length - shownColumns.length;
  const widths = part.columns?.widths;
  return (
    <div className="tt-paper-table" data-waiting={count === undefined || undefined}>
      <div className="tt-paper-table-box" ref={box}>
        <table ref={table} style={{ zoom: scale }} aria-label={label}>
          {/* As on the sheet before, unless a value that is not broken is wider than all of its own. */}
          {widths !== undefined && (
            <colgroup>
              {shownColumns.map(({ id }, index) => (
                <col key={id} style={{ width: widths[index] }} />
              ))}
            </colgroup>
          )}
          <thead>
            <tr>
              {shownColumns.map(({ id, header, align = 'left', width, grow }) => (
                <th
                  key={id}
                  scope="col"
                  data-align={align}
                  style={{ minWidth: grow === undefined ? 0 : Math.min(width, 90) }}
                >
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <PaperRow key={rowId(row)} row={row} columns={shownColumns} />
            ))}
          </tbody>
        </table>
      </div>
      {count !== undefined && <Note part={part} count={count} cut={cut} total={rows.length} />}
      {foot !== undefined && foot !== '' && <div className="tt-paper-table-foot">{foot}</div>}
    </div>
  );
}

/** Columns that are hidden at first are not printed. Other rows are measured again. */
export function drawPaperTable<T extends object>(table: PaperTableProps<T>): ReactNode {
  const columns = table.columns.filter(({ hiddenAtFirst }) => hiddenAtFirst !== true);
  const key = `${String(table.rows.length)} ${String(columns.length)}`;
  return <PaperTable key={key} {...table} columns={columns} />;
}

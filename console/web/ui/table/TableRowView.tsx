import { memo, type CSSProperties } from 'react';
import type { Column, TreePlace } from './table-column.ts';
import { TimesInTabOrder } from '../text/Time.tsx';
import { useUiTexts } from '../texts/en.ts';

interface Props<T> {
  readonly row: T;
  readonly domId: string;
  readonly name: string;
  readonly place: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly Column<T>[];
  /** Lines of a card; 0 in columns. */
  readonly cardLines: number;
  /** Of rows that are as high as their text. */
  readonly measure?: ((row: HTMLElement | null) => void) | undefined;
  readonly active: boolean;
  readonly opened: boolean;
  /** Undefined when rows cannot be selected. */
  readonly selected: boolean | undefined;
  /** Absent unless rows are in a tree. */
  readonly level?: TreePlace['level'];
  readonly expanded?: TreePlace['expanded'];
}

type CellProps<T> = Pick<Props<T>, 'row' | 'active'> & { readonly column: Column<T>; readonly at: number };

const Cell = <T,>({ row, active, column, at }: CellProps<T>) => (
  <div
    role="gridcell"
    className="tt-td"
    data-align={column.align ?? 'left'}
    data-sticky={at === 0}
    data-wraps={column.wraps}
    aria-colindex={at + 1}
  >
    {column.cell(row, { active })}
  </div>
);

/** A cell with its header, which cards do not have. */
function NamedCell<T>(props: CellProps<T>) {
  const { row, active, column } = props;
  const content = column.cell(row, { active });
  if (content === '' || content === null) return null;
  const cell = () => (
    <>
      <span className="tt-muted">{column.header}</span> {content}
    </>
  );
  return <Cell {...props} column={{ ...column, cell }} />;
}

/** What of a line wraps: the text of its cells, or the cell at its end. */
function wrapsOf<T>(columns: readonly Column<T>[], line: number): 'text' | 'end' | undefined {
  const wrapping = columns.filter(({ card }) => card?.line === line && card.wraps === true);
  if (wrapping.length === 0) return undefined;
  return wrapping.some(({ card }) => card?.end === true) ? 'end' : 'text';
}

/** The cells of a row in lines; those without a place on the card are in the details. */
function Card<T>({
  row,
  active,
  columns,
  cardLines,
}: Pick<Props<T>, 'row' | 'active' | 'columns' | 'cardLines'>) {
  const cellsAt = (line: number, end?: true) =>
    columns.map(
      (column, at) =>
        column.card?.line === line &&
        column.card.end === end &&
        (column.card.named === true ? (
          <NamedCell key={column.id} row={row} active={active} column={column} at={at} />
        ) : (
          <Cell key={column.id} row={row} active={active} column={column} at={at} />
        )),
    );
  return (
    <>
      <div className="tt-card-mark">{cellsAt(0)}</div>
      <div className="tt-card-lines">
        {Array.from({ length: cardLines }, (_, index) => (
          <div key={index} className="tt-card-line" data-wraps={wrapsOf(columns, index + 1)}>
            <div className="tt-card-start">{cellsAt(index + 1)}</div>
            <div className="tt-card-end">{cellsAt(index + 1, true)}</div>
          </div>
        ))}
      </div>
    </>
  );
}

function RowView<T>(props: Props<T>) {
  const { row, domId, name, place, top, height, columns, cardLines, active, opened, selected } = props;
  const { measure, level, expanded } = props;
  const text = useUiTexts();
  const size = measure === undefined ? { height } : { minHeight: height, height: 'auto' };
  const style: CSSProperties = { transform: `translateY(${String(top)}px)`, ...size };
  return (
    <TimesInTabOrder value={active}>
      <div
        role="row"
        ref={measure}
        id={domId}
        className="tt-tr"
        style={style}
        data-index={place}
        data-active={active}
        data-opened={opened}
        aria-rowindex={place + 2}
        aria-selected={selected ?? opened}
        aria-level={level}
        aria-expanded={expanded}
      >
        {selected !== undefined && (
          <div role="gridcell" className="tt-td tt-td-check">
            <input
              type="checkbox"
              className="tt-row-check"
              aria-label={text('selectRow', { row: name })}
              checked={selected}
              readOnly
              tabIndex={-1}
            />
          </div>
        )}
        {cardLines === 0 ? (
          columns.map((column, at) => (
            <Cell key={column.id} row={row} active={active} column={column} at={at} />
          ))
        ) : (
          <Card row={row} active={active} columns={columns} cardLines={cardLines} />
        )}
      </div>
    </TimesInTabOrder>
  );
}

/** Renders only when its own row or position changes: a thousand rows may be live. */
export const TableRowView = memo(RowView) as typeof RowView;

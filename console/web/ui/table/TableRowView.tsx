import { memo, type CSSProperties } from 'react';
import type { Column } from './table-column.ts';
import { useUiTexts } from '../use-ui-texts.ts';

interface Props<T> {
  readonly row: T;
  readonly domId: string;
  readonly name: string;
  readonly place: number;
  readonly top: number;
  readonly height: number;
  readonly columns: readonly Column<T>[];
  readonly active: boolean;
  readonly opened: boolean;
  /** Undefined when rows cannot be selected. */
  readonly selected: boolean | undefined;
}

function RowView<T>({ row, domId, name, place, top, height, columns, active, opened, selected }: Props<T>) {
  const text = useUiTexts();
  const style: CSSProperties = { transform: `translateY(${String(top)}px)`, height };
  return (
    <div
      role="row"
      id={domId}
      className="tt-tr"
      style={style}
      data-index={place}
      data-active={active}
      data-opened={opened}
      aria-rowindex={place + 2}
      aria-selected={selected ?? opened}
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
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          className="tt-td"
          data-align={column.align ?? 'left'}
          data-sticky={at === 0}
          aria-colindex={at + 1}
        >
          {column.cell(row, { active })}
        </div>
      ))}
    </div>
  );
}

/** Renders only when its own row or position changes: a thousand rows may be live. */
export const TableRowView = memo(RowView) as typeof RowView;

import { formatNumber } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Column } from './table-column.ts';

/** A column of text. Spread it to change width or growth. */
export const textColumn = <Row,>(id: string, header: string, textOf: (row: Row) => string): Column<Row> => ({
  id,
  header,
  value: textOf,
  cell: (row) => <span className="tt-ellipsis">{textOf(row)}</span>,
  width: 130,
  grow: 1,
});

interface Count<Row> {
  readonly countOf: (row: Row) => number;
  readonly language: Language;
}

/** A column of integers, aligned right. */
export const countColumn = <Row,>(
  id: string,
  header: string,
  { countOf, language }: Count<Row>,
): Column<Row> => ({
  id,
  header,
  value: countOf,
  cell: (row) => formatNumber(countOf(row), language),
  width: 110,
  align: 'right',
});

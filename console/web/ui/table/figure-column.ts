import { columnFormat } from '#schemas/unit/column-format.ts';
import type { FigureStyle } from '#schemas/unit/figure.ts';
import type { Unit } from '#schemas/unit/unit.ts';
import type { Language } from '#web/lib/text.ts';
import type { Column } from './table-column.ts';

interface Figures<Row> {
  /** All rows of the table: its figures have equal decimals. */
  readonly rows: readonly Row[];
  readonly valueOf: (row: Row) => number | null;
  readonly style: Unit | FigureStyle;
  readonly language: Language;
}

/** A column of measured figures, aligned right; a missing one is “–”. */
export function figureColumn<Row>(
  id: string,
  header: string,
  { rows, valueOf, style, language }: Figures<Row>,
): Column<Row> {
  const format = columnFormat(rows.map(valueOf), style, language);
  return { id, header, value: valueOf, cell: (row) => format(valueOf(row)), width: 110, align: 'right' };
}

import type { NaturalWidth } from './fit-widths.ts';

const cellsOf = (row: Element): readonly Element[] => [...row.querySelectorAll(':scope > [aria-colindex]')];

const widthOf = (cell: Element): number => Math.ceil(cell.getBoundingClientRect().width);

/**
 * Widths that show every drawn cell in full, by the position of the column. A copy is measured: in the table itself that would
 * move the scroll position.
 */
export function naturalWidths(table: HTMLElement): readonly NaturalWidth[] {
  const copy = document.createElement('div');
  copy.className = 'tt-table-measure';
  copy.inert = true;
  const [head, ...rows] = [...table.querySelectorAll('[role="row"]')].map(
    (row) => row.cloneNode(true) as Element,
  );
  if (head === undefined) return [];
  copy.append(head, ...rows);
  table.append(copy);
  const headers = cellsOf(head).map(widthOf);
  const cells = rows.map((row) => cellsOf(row).map(widthOf));
  copy.remove();
  return headers.map((header, index) => ({
    header,
    content: Math.max(0, ...cells.map((widths) => widths[index] ?? 0)),
  }));
}

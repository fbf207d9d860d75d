import type { NaturalWidth } from './fit-widths.ts';
import { longestWord, widthOnTwoLines } from './two-lines.ts';

const cellsOf = (row: Element): readonly Element[] => [...row.querySelectorAll(':scope > [aria-colindex]')];

const widthOf = (cell: Element): number => Math.ceil(cell.getBoundingClientRect().width);

/** A title that takes two lines grows its column by at most this much, in CSS pixels. */
const MAX_TITLE_PX = 140;

/** Of a title that is cut this much is left, in CSS pixels. */
const SHORT_TITLE_PX = 56;
/** Its longest word is not broken for the sake of so few pixels. */
const WORD_PX = 80;

/** Widths of a header: a title that may take two lines is as wide as these. */
function headerWidths(cell: Element): Required<Pick<NaturalWidth, 'header' | 'shortHeader'>> {
  const title = cell.querySelector('.tt-ellipsis');
  const whole = widthOf(cell);
  if (title === null) return { header: whole, shortHeader: whole };
  const shown = title.getBoundingClientRect().width - parseFloat(getComputedStyle(title).paddingRight);
  const other = cell.getBoundingClientRect().width - shown;
  const onTwo = widthOnTwoLines(title);
  const word = Math.min(longestWord(title), WORD_PX);
  const shortHeader = Math.ceil(other + Math.min(shown, Math.max(word, SHORT_TITLE_PX))) + 1;
  const header = onTwo === undefined ? whole : Math.ceil(other + Math.min(onTwo, MAX_TITLE_PX)) + 1;
  return { header, shortHeader: Math.min(header, shortHeader) };
}

/** Markup of the rows that have been measured, and of the header above them. */
export interface KnownWidths {
  head: string;
  rows: Set<string>;
}

export const noMeasuredRows = (): KnownWidths => ({ head: '', rows: new Set() });

/**
 * Widths that show every cell in full that is drawn now and was not before, by the position of the column; none where nothing is new, since
 * measuring lays the page out. A copy is measured: in the table itself that would move the scroll position.
 */
export function naturalWidths(table: HTMLElement, measured: KnownWidths): readonly NaturalWidth[] {
  const [head, ...drawn] = table.querySelectorAll('[role="row"]');
  if (head === undefined) return [];
  if (measured.head !== head.innerHTML) measured.rows.clear();
  measured.head = head.innerHTML;
  const fresh = drawn.filter(({ innerHTML }) => !measured.rows.has(innerHTML));
  if (fresh.length === 0 && measured.rows.size > 0) return [];
  measured.rows = new Set(drawn.map(({ innerHTML }) => innerHTML));
  const copy = document.createElement('div');
  copy.className = 'tt-table-measure';
  copy.inert = true;
  const header = head.cloneNode(true) as Element;
  const rows = fresh.map((row) => row.cloneNode(true) as Element);
  copy.append(header, ...rows);
  table.append(copy);
  const headers = cellsOf(header).map(headerWidths);
  const cells = rows.map((row) => cellsOf(row).map(widthOf));
  copy.remove();
  return headers.map((widths, index) => ({
    ...widths,
    content: Math.max(0, ...cells.map((widths) => widths[index] ?? 0)),
  }));
}

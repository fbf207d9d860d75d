import type { NaturalWidth } from './fit-widths.ts';
import { titleWords, widthOnLines } from './title-lines.ts';

const cellsOf = (row: Element): readonly Element[] => [...row.querySelectorAll(':scope > [aria-colindex]')];

const widthOf = (cell: Element): number => Math.ceil(cell.getBoundingClientRect().width);

/** A title that takes several lines by itself grows its column by at most this much, in CSS pixels. */
const MAX_TITLE_PX = 140;

/** Of a title that is cut this much is left, in CSS pixels. */
const SHORT_TITLE_PX = 56;
/** Its longest word is not broken for the sake of so few pixels. */
const WORD_PX = 80;

type HeaderWidths = Required<Omit<NaturalWidth, 'content'>>;

/**
 * Widths of a header. A title that may take two lines takes them where room is lacking; one that may take three is on two by itself, and on
 * three where room is lacking.
 */
function headerWidths(cell: Element): HeaderWidths {
  const title = cell.querySelector('.tt-ellipsis');
  const full = widthOf(cell);
  if (title === null) return { header: full, foldedHeader: full, shortHeader: full };
  const shown = title.getBoundingClientRect().width - parseFloat(getComputedStyle(title).paddingRight);
  const other = cell.getBoundingClientRect().width - shown;
  const { words, lines } = titleWords(title) ?? { words: [], lines: 1 };
  const longest = Math.max(0, ...words.map(({ start, end }) => end - start));
  const widthWith = (text: number): number => Math.ceil(other + text) + 1;
  const header = lines > 2 ? widthWith(Math.min(widthOnLines(words, lines - 1), MAX_TITLE_PX)) : full;
  const folded = lines > 1 ? widthWith(Math.min(widthOnLines(words, lines), MAX_TITLE_PX)) : full;
  const short = widthWith(Math.min(shown, Math.max(Math.min(longest, WORD_PX), SHORT_TITLE_PX)));
  const foldedHeader = Math.min(header, folded);
  return { header, foldedHeader, shortHeader: Math.min(foldedHeader, short) };
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

import { dialectMarks, type CsvDialect } from './csv-dialect.ts';
import { harmlessCell } from './harmless-cell.ts';

/** Null: no value. */
export type CsvCell = string | number | null;

/** Starts every file, in every dialect: without it Excel reads UTF-8 as its own character set. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** All digits that distinguish the number (17 significant ones at most); large and small ones with an exponent, as `1e+21`. */
const numberText = (value: number, decimal: string): string =>
  Number.isFinite(value) ? String(value).replace('.', decimal) : '';

/**
 * A line of a CSV file with its end (RFC 4180). Texts and empty cells are quoted, numbers are not: a reader distinguishes `"7"` from 7, and a line
 * with one empty cell is no empty line. Numbers that are not finite are empty.
 */
export function csvLine(cells: readonly CsvCell[], dialect: CsvDialect): string {
  const { separator, decimal } = dialectMarks[dialect];
  const texts = cells.map((cell) => {
    const text = typeof cell === 'number' ? numberText(cell, decimal) : harmlessCell(cell ?? '');
    return typeof cell === 'number' && text !== '' ? text : `"${text.replaceAll('"', '""')}"`;
  });
  return `${texts.join(separator)}\r\n`;
}

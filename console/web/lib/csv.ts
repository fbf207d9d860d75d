import { harmlessCell } from '#schemas/csv/harmless-cell.ts';

const quoted = (cell: string | number | null): string => {
  const text = typeof cell === 'string' ? harmlessCell(cell) : String(cell ?? '');
  return `"${text.replaceAll('"', '""')}"`;
};

/** Lines as CSV (RFC 4180), with a byte order mark for spreadsheets. */
export const csvOf = (lines: readonly (readonly (string | number | null)[])[]): string =>
  `\uFEFF${lines.map((line) => `${line.map(quoted).join(',')}\r\n`).join('')}`;

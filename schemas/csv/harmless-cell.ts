/** Spreadsheets take a cell that begins so, full-width signs included, for a formula (OWASP, CSV Injection): an apostrophe keeps it a text. */
export const harmlessCell = (cell: string): string =>
  /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell;

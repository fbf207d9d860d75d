/** Escapes a cell that spreadsheets would run as a formula, full-width signs included (OWASP, CSV Injection), with an apostrophe. */
export const harmlessCell = (cell: string): string =>
  /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell) ? `'${cell}` : cell;

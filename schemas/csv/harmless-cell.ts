/** What a spreadsheet takes for the start of a formula, full-width signs included, behind apostrophes of the text itself. */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const negativeNumber = /^-\d+(?:[.,]\d+)?$/;

/**
 * Escapes a text that spreadsheets would run as a formula with an apostrophe (OWASP, CSV Injection). A negative number runs nothing, and
 * stays a number.
 */
export const harmlessCell = (cell: string): string =>
  formula.test(cell) && !negativeNumber.test(cell) ? `'${cell}` : cell;

/** The text that `harmlessCell` escaped: what the product exports is imported as it was. */
export const originalCell = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

const MAX_LENGTH = 31;

/**
 * A title as the name of a sheet, as Excel accepts it: at most 31 characters, none of `[ ] : * ? / \`, no apostrophe at its ends, and not
 * `History`. `taken`: the other sheets, whatever their case.
 */
export function sheetName(title: string, taken: string): string {
  const clean = (text: string): string => text.replaceAll(/^[\s']+|[\s']+$/g, '');
  const plain = clean(title.toWellFormed().replaceAll(/[[\]:*?/\\\s\p{Cc}\uFFFD\uFFFE\uFFFF]+/gu, ' '));
  const cut = (text: string, length: number): string =>
    clean(text.slice(0, length).replace(/[\uD800-\uDBFF]$/, ''));
  const name = cut(plain, MAX_LENGTH);
  if (name === '') return 'Telltale';
  const isTaken = ['history', taken.toLowerCase()].includes(name.toLowerCase());
  return isTaken ? `${cut(name, MAX_LENGTH - 2)} _` : name;
}

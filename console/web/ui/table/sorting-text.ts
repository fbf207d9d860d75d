import type { TableSorting } from './table-column.ts';

/** `-since` to a sorting and back, for the address bar. */
export function sortingFrom(text: string | undefined): TableSorting | undefined {
  if (text === undefined) return undefined;
  return text.startsWith('-') ? { id: text.slice(1), desc: true } : { id: text, desc: false };
}

export const sortingText = (sorting: TableSorting | undefined): string | undefined =>
  sorting === undefined ? undefined : `${sorting.desc ? '-' : ''}${sorting.id}`;

import { useCallback, useMemo } from 'react';
import { sortingFrom, sortingText } from '#web/ui/table/sorting-text.ts';
import type { TableSorting } from '#web/ui/table/table-column.ts';
import type { ListAddress, ListSearch } from './list-address.ts';

/** The sorting of a table as the address has it, and how to change it there. */
export function useListSorting<Search extends ListSearch>({ search: { sort }, change }: ListAddress<Search>) {
  const sorting = useMemo(() => sortingFrom(sort), [sort]);
  const onSort = useCallback(
    (next: TableSorting | undefined) => change({ sort: sortingText(next) } as Partial<Search>),
    [change],
  );
  return { sorting, onSort };
}

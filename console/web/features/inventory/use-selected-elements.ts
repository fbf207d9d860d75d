import { useMemo, useState } from 'react';
import { targetOfElements, targetOfMatching, type ChangeTarget } from './change/change-target.ts';
import { inventoryFilterOf } from './conditions-of.ts';
import type { PlacedRow } from './inventory-columns.tsx';
import type { InventoryListSearch } from './inventory-search.ts';

interface Listed {
  readonly rows: readonly PlacedRow[];
  /** Elements that match the filters. */
  readonly count: number;
  readonly search: InventoryListSearch;
  readonly customers: readonly number[];
}

const nothing: ReadonlySet<string> = new Set();

/** The selected elements of a list: rows, or all that match its filters. Other filters select nothing. */
export function useSelectedElements({ rows, count, search, customers }: Listed) {
  const { kind } = search;
  const matching = inventoryFilterOf(search);
  const selector = JSON.stringify([matching, kind, customers]);
  const [state, setState] = useState({ selector, ids: nothing, isAll: false });
  if (state.selector !== selector) setState({ selector, ids: nothing, isAll: false });
  const { ids, isAll } = state;
  const elements = useMemo(
    () => (ids.size === 0 ? [] : rows.flatMap(({ element }) => (ids.has(String(element.id)) ? element : []))),
    [rows, ids],
  );
  const target = (): ChangeTarget =>
    isAll ? targetOfMatching(kind, customers, { count, matching }) : targetOfElements(kind, elements);
  return {
    ids,
    elements,
    target,
    isAll,
    count: isAll ? count : elements.length,
    select: (next: ReadonlySet<string>) => setState({ selector, ids: next, isAll: false }),
    selectAll: () =>
      setState({ selector, ids: new Set(rows.map(({ element }) => String(element.id))), isAll: true }),
    clear: () => setState({ selector, ids: nothing, isAll: false }),
  };
}

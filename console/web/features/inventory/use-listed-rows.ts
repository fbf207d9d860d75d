import { useMemo } from 'react';
import { ORPHANS } from '#schemas/inventory/list/filter.ts';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import type { PlacedRow } from './inventory-columns.tsx';
import { useInventoryList, type ListedCustomers } from './inventory-queries.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { useConditions } from './use-conditions.ts';
import { useInventoryTexts } from './texts/en.ts';

const none: readonly string[] = [];
const noClasses: NonNullable<InventoryRows['classes']> = [];
const noOrphans: NonNullable<InventoryRows['orphans']> = [];
const stateNames = { true: 'collected', false: 'notCollected', switching: 'switching' } as const;

/** The filters of the address besides its conditions, as chips. */
function useSetFilters({ search: { kind, active, network, routers, finding } }: InventoryListAddress) {
  const text = useInventoryTexts();
  return [
    active !== undefined && { label: text(stateNames[active]), reset: { active: undefined } },
    network !== undefined && {
      label: network === ORPHANS ? text('orphans') : network,
      reset: { network: undefined },
    },
    kind === 'interface' &&
      finding !== undefined && { label: text(`finding_${finding}`), reset: { finding: undefined } },
    kind === 'device' && routers !== undefined && { label: text(routers), reset: { routers: undefined } },
  ];
}

/** The rows that were read, and what the panel shows of them. */
export function useListedRows(of: ListedCustomers, address: InventoryListAddress) {
  const { search, change } = address;
  const { filters } = useConditions(address);
  const set = useSetFilters(address);
  const text = useInventoryTexts();
  const query = useInventoryList(of, search);
  const { data } = query;
  const rows = useMemo(
    () =>
      data?.pages
        .flatMap(({ elements }) => elements)
        .map((element, place): PlacedRow => ({ element, place })),
    [data],
  );
  const { shown, state } = useListPanel({
    query,
    rows,
    change,
    q: search.q,
    filters: [...filters, ...set],
    empty: { title: text('empty'), hint: text('emptyHint') },
    needs: 'NETWORK.read',
  });
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return { shown, state, more, ...factsOf(data?.pages[0]) };
}

/** What the first part of a list says of all of it. */
const factsOf = (first: Partial<InventoryRows> = {}) => ({
  count: first.count,
  described: first.described ?? none,
  filled: first.filled,
  classes: first.classes ?? noClasses,
  orphans: first.orphans ?? noOrphans,
});

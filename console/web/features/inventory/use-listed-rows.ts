import { useMemo } from 'react';
import { ORPHANS } from '#schemas/inventory/list/filter.ts';
import { liveColumnIds, liveKinds } from '#schemas/inventory/list/live.ts';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { PlacedRow } from './inventory-columns.tsx';
import { useInventoryList, type ListedCustomers } from './inventory-queries.ts';
import type { InventoryListAddress } from './inventory-search.ts';
import { useConditions } from './use-conditions.ts';
import { useInventoryTexts } from './texts/en.ts';

const none: readonly string[] = [];
const noClasses: NonNullable<InventoryRows['classes']> = [];
const noOrphans: NonNullable<InventoryRows['orphans']> = [];
const stateNames = { true: 'collected', false: 'notCollected', switching: 'switching' } as const;

/** Filters by what is newest, as chips. */
function useLiveFilters({ kind, state, load }: InventoryListAddress['search']) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const isLoaded = load !== undefined && liveKinds[kind]?.load !== undefined;
  return [
    state !== undefined && { label: text(`stateIs_${state}`), reset: { state: undefined } },
    isLoaded && {
      label: text('loadFrom', { load: formatValue(load, 'percent', language) }),
      reset: { load: undefined },
    },
  ];
}

/** The filters of the address besides its conditions, as chips. */
function useSetFilters({ search }: InventoryListAddress) {
  const { kind, active, network, routers, finding } = search;
  const text = useInventoryTexts();
  return [
    active !== undefined && { label: text(stateNames[active]), reset: { active: undefined } },
    network !== undefined && {
      label: network === ORPHANS ? text('orphans') : network,
      reset: { network: undefined },
    },
    ...useLiveFilters(search),
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
      data &&
      // Sorted by what is newest, a row may be in two parts that were read one after the other.
      [...new Map(data.pages.flatMap(({ elements }) => elements).map((one) => [one.id, one])).values()].map(
        (element, place): PlacedRow => ({ element, place }),
      ),
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

/** Columns other than properties that have anything in the first rows. */
function shownOf(elements: InventoryRows['elements']): readonly string[] {
  const isLive = elements.some(({ live }) => live !== undefined);
  return [
    ...liveColumnIds.filter((id) => !isLive || elements.some(({ live }) => live?.[id] != null)),
    ...(elements.some(({ status }) => status !== null) ? ['motivation'] : []),
    ...(elements.some(({ findings }) => findings !== undefined) ? ['line'] : []),
  ];
}

/** What the first part of a list says of all of it. */
const factsOf = (first: Partial<InventoryRows> = {}) => ({
  count: first.count,
  described: first.described ?? none,
  filled: first.filled && [...first.filled, ...shownOf(first.elements ?? [])],
  classes: first.classes ?? noClasses,
  orphans: first.orphans ?? noOrphans,
});

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listAllPollingStates, listPollingStates } from '#schemas/collector/polling-state.ts';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { listElementActions } from '#schemas/inventory/change/action-routes.ts';
import {
  listInventory,
  listInventoryAcross,
  readInventoryElement,
  type InventoryRows,
} from '#schemas/inventory/list/routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { isLiveColumn } from '#schemas/inventory/list/live.ts';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { listDeviceSdwanAlarms } from '#schemas/sdwan/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { namedQuery, routeKey, routeQuery } from '#web/kernel/query/route-query.ts';
import { sortingFrom } from '#web/ui/table/sorting-text.ts';
import { inventoryFilterOf } from './conditions-of.ts';
import type { InventoryListSearch } from './inventory-search.ts';

/** One customer, or those of several: none means all. */
export type ListedCustomers = { readonly customer: number } | { readonly customers: readonly number[] };

interface Part {
  readonly from: number;
  readonly count: number;
  readonly signal?: AbortSignal;
}

/** What matches the address, in its order. */
function matching(search: InventoryListSearch) {
  const { id: orderBy, desc } = sortingFrom(search.sort) ?? { id: 'name', desc: false };
  const order = desc ? ('descending' as const) : ('ascending' as const);
  return { ...inventoryFilterOf(search), orderBy, order };
}

const ofSeveral = (customers: readonly number[]) =>
  customers.length === 0 ? {} : { customers: customers.join() };

function readPart(of: ListedCustomers, search: InventoryListSearch, part: Part): Promise<InventoryRows> {
  const { kind } = search;
  const { from, count, ...abort } = part;
  const query = { ...matching(search), from, count, live: 'customers' in of ? 'true' : undefined };
  if ('customer' in of)
    return call(listInventory, { params: { customerId: of.customer, kind }, query, ...abort });
  const across = { ...query, ...ofSeveral(of.customers) };
  return call(listInventoryAcross, { params: { kind }, query: across, ...abort });
}

/** The key of a list: the arguments that its parts have in common. */
function listKey(of: ListedCustomers, search: InventoryListSearch) {
  const { kind } = search;
  const query = matching(search);
  return 'customer' in of
    ? routeKey(listInventory, { params: { customerId: of.customer, kind }, query })
    : routeKey(listInventoryAcross, { params: { kind }, query: { ...query, ...ofSeveral(of.customers) } });
}

/** Arguments of both routes, as the key of a list has them. */
interface ListArguments {
  readonly params: { readonly kind: InventoryKind };
}

const PAGE_SIZE = 200;
const TYPING_MS = 250;
const EFFECT_MS = 5_000;
/** What is newest changes with each window. */
const NOW_MS = 60_000;
/** An element is renamed, moved or deleted while its page is open. */
const REFRESH_MS = 30_000;

/** Whether what is newest decides which rows a list has, or is in them. */
const isOfNow = (of: ListedCustomers, { sort, state, load }: InventoryListSearch): boolean =>
  'customers' in of || state !== undefined || load !== undefined || isLiveColumn(sortingFrom(sort)?.id ?? '');

/** Elements that match the address, as far as the list was scrolled. */
export function useInventoryList(of: ListedCustomers, search: InventoryListSearch) {
  const { kind, q } = search;
  // Not on every keystroke.
  const [typed] = useDebouncedValue(q, TYPING_MS);
  const requested = { ...search, q: typed };
  return useInfiniteQuery({
    queryKey: listKey(of, requested),
    queryFn: ({ pageParam: from, signal }) => readPart(of, requested, { from, count: PAGE_SIZE, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const from = pages.length * PAGE_SIZE;
      return from < count ? from : undefined;
    },
    refetchInterval({ state: { data } }) {
      // Until the processes have what was switched.
      const isSwitched = data?.pages.some(({ elements }) =>
        elements.some(({ takingEffect }) => takingEffect),
      );
      if (isSwitched === true) return EFFECT_MS;
      return isOfNow(of, search) ? NOW_MS : false;
    },
    placeholderData: (previous, query) =>
      (query?.queryKey[2] as ListArguments | undefined)?.params.kind === kind
        ? keepPreviousData(previous)
        : undefined,
  });
}

/** Every element that matches the address, up to the limit of a file. */
export async function readCompleteList(of: ListedCustomers, search: InventoryListSearch) {
  const { maxRows: size, maxFileRows } = inventoryLimits;
  const first = await readPart(of, search, { from: 0, count: size });
  const elements = [...first.elements];
  for (let from = size; from < Math.min(first.count, maxFileRows); from += size)
    elements.push(...(await readPart(of, search, { from, count: size })).elements);
  return { elements, isCut: first.count > maxFileRows };
}

export const useInventoryElement = (customerId: number, kind: InventoryKind, element: number) =>
  useQuery({
    ...routeQuery(readInventoryElement, { params: { customerId, kind, element } }),
    refetchInterval({ state: { data } }) {
      if (data?.element.takingEffect === true) return EFFECT_MS;
      return REFRESH_MS;
    },
  });

async function readNetworks(of: ListedCustomers): Promise<string[]> {
  const { elements } = await readCompleteList(of, { kind: 'site' });
  const prefixes = elements.flatMap(({ properties }) => (properties['networks'] ?? '').split(', '));
  return [...new Set(prefixes)].filter(Boolean).toSorted();
}

/** Prefixes of the sites of the listed customers, for the filter by client network. */
export const useClientNetworks = (of: ListedCustomers) =>
  useQuery({ ...namedQuery('inventory-networks', [of], () => readNetworks(of)), staleTime: 60_000 });

/** Exporters that the collectors receive flows from, and that no device claims. */
export const useUnclaimedExporters = () => useQuery(routeQuery(listUnknownExporters));

/** What a change of elements changes: lists, pages, their log, and how devices are polled. */
export const inventoryTouches = [
  listInventory,
  listInventoryAcross,
  readInventoryElement,
  listDeviceSdwanAlarms,
  listElementActions,
  listPollingStates,
  listAllPollingStates,
];

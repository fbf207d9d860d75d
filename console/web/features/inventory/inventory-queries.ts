import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { listUnknownExporters } from '#schemas/collector/unknown-exporter.ts';
import { listInventory, listInventoryAcross, readInventoryElement } from '#schemas/inventory/list/routes.ts';
import type { InventoryRows } from '#schemas/inventory/list/routes.ts';
import type { InventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { inventoryLimits } from '#schemas/limit/inventory.ts';
import { call } from '#web/kernel/api/call.ts';
import { sortingFrom } from '#web/ui/table/sorting-text.ts';
import { inventoryFilterOf } from './conditions-of.ts';
import type { ListSearch } from './inventory-search.ts';

/** One customer, or those of several: none means all. */
export type ListedCustomers = { readonly customer: number } | { readonly customers: readonly number[] };

interface Part {
  readonly from: number;
  readonly count: number;
}

async function readPart(
  of: ListedCustomers,
  search: ListSearch,
  { from, count, signal }: Part & { readonly signal?: AbortSignal },
): Promise<InventoryRows> {
  const { kind } = search;
  const { id: orderBy, desc } = sortingFrom(search.sort) ?? { id: 'name', desc: false };
  const order = desc ? ('descending' as const) : ('ascending' as const);
  const query = { ...inventoryFilterOf(search), orderBy, order, from, count };
  const abort = signal === undefined ? {} : { signal };
  if ('customer' in of)
    return call(listInventory, { params: { customerId: of.customer, kind }, query, ...abort });
  const customers = of.customers.length === 0 ? {} : { customers: of.customers.join() };
  return call(listInventoryAcross, { params: { kind }, query: { ...query, ...customers }, ...abort });
}

const PAGE_SIZE = 200;
const TYPING_MS = 250;
const EFFECT_MS = 5_000;
const FINDINGS_MS = 30_000;

/** Elements that match the address, as far as the list was scrolled. */
export function useInventoryList(of: ListedCustomers, search: ListSearch) {
  const { kind, q } = search;
  // Not on every keystroke.
  const [typed] = useDebouncedValue(q, TYPING_MS);
  const asked = { ...search, q: typed };
  return useInfiniteQuery({
    queryKey: ['inventory', of, asked],
    queryFn: ({ pageParam: from, signal }) => readPart(of, asked, { from, count: PAGE_SIZE, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const from = pages.length * PAGE_SIZE;
      return from < count ? from : undefined;
    },
    // Until the processes have what was switched.
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ elements }) => elements.some(({ takingEffect }) => takingEffect)) === true
        ? EFFECT_MS
        : false,
    placeholderData: (previous, query) =>
      (query?.queryKey[2] as typeof asked | undefined)?.kind === kind
        ? keepPreviousData(previous)
        : undefined,
  });
}

/** Every element that matches the address, up to the limit of a file. */
export async function readWholeList(of: ListedCustomers, search: ListSearch) {
  const { maxRows: size, maxFileRows } = inventoryLimits;
  const first = await readPart(of, search, { from: 0, count: size });
  const elements = [...first.elements];
  for (let from = size; from < Math.min(first.count, maxFileRows); from += size)
    elements.push(...(await readPart(of, search, { from, count: size })).elements);
  return { elements, isCut: first.count > maxFileRows };
}

export const useInventoryElement = (customerId: number, kind: InventoryKind, element: number) =>
  useQuery({
    queryKey: ['inventory-element', customerId, kind, element],
    queryFn: ({ signal }) => call(readInventoryElement, { params: { customerId, kind, element }, signal }),
    refetchInterval({ state: { data } }) {
      if (data?.element.takingEffect === true) return EFFECT_MS;
      // Findings follow the polls.
      return kind === 'interface' ? FINDINGS_MS : false;
    },
  });

/** Prefixes of the sites of the listed customers, for the filter by client network. */
export const useClientNetworks = (of: ListedCustomers) =>
  useQuery({
    queryKey: ['inventory-networks', of],
    async queryFn() {
      const { elements } = await readWholeList(of, { kind: 'site' });
      const prefixes = elements.flatMap(({ properties }) => (properties['networks'] ?? '').split(', '));
      return [...new Set(prefixes)].filter(Boolean).toSorted();
    },
    staleTime: 60_000,
  });

/** Exporters that the collectors receive flows from, and that no device claims. */
export const useUnclaimedExporters = () =>
  useQuery({
    queryKey: ['inventory-unknown-exporters'],
    queryFn: ({ signal }) => call(listUnknownExporters, { signal }),
  });

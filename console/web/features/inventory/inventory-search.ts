import { z } from 'zod';

import { inventoryKinds } from '#schemas/inventory/list/inventory-kind.ts';
import { inventoryZones } from '#schemas/inventory/list/zone.ts';
import { ANY_FINDING, findingKinds } from '#schemas/line/line-finding.ts';
import type { SearchPart } from '#web/lib/search-hook.ts';
import { searchValue, versionedSearch } from '#web/lib/search-params.ts';

/** What states of elements are filtered by: those with any alarm, or one state. */
export const stateFilters = ['alarm', 'critical', 'down', 'no data', 'ok'] as const;

const listed = {
  kind: z.enum(inventoryKinds).catch('site'),
  q: searchValue.text(),
  /** Conditions as text. */
  where: searchValue.text(),
  /** Whether data is collected; `switching`: it was switched, and the processes do not know yet. */
  active: z.enum(['true', 'false', 'switching']).optional().catch(undefined),
  zone: z.enum(inventoryZones).optional().catch(undefined),
  /** Border routers of performance routing (PfR), or all others. */
  routers: z.enum(['pfr', 'cpe']).optional().catch(undefined),
  /** Prefix of a client network, or `orphans`. */
  network: searchValue.text(),
  /** Of interfaces: what pollers found out about the line. */
  finding: z
    .enum([ANY_FINDING, ...findingKinds])
    .optional()
    .catch(undefined),
  /** State that the elements have now: see `stateFilters`. */
  state: z.enum(stateFilters).optional().catch(undefined),
  /** Percent that the load of either direction reaches. */
  load: z.coerce.number().min(0).max(1_000).optional().catch(undefined),
  /** Column, with `-` in front for descending. */
  sort: searchValue.text(),
};

const customer = searchValue.id();
const InventorySearch = z.object({ customer, ...listed });
const InventoryAcrossSearch = z.object({
  ...listed,
  /** Chosen customers; none chooses all. */
  customers: searchValue.ids(),
});
const ElementAddress = z.object({
  customer,
  /** Period that a link brings along, such as that of a point of a chart. */
  from: searchValue.seconds(),
  to: searchValue.seconds(),
  /** Period that the reader chose, as dashboards write it. */
  period: searchValue.text(),
});

/** Defaults that the address leaves out. */
export const inventoryDefaults = { kind: 'site' } as const;

export const inventorySearch = versionedSearch(InventorySearch, []);
export const inventoryAcrossSearch = versionedSearch(InventoryAcrossSearch, []);
export const inventoryElementSearch = versionedSearch(ElementAddress, []);

export type ElementAddress = z.output<typeof ElementAddress>;
export type InventorySearch = z.output<typeof InventorySearch>;
export type InventoryAcrossSearch = z.output<typeof InventoryAcrossSearch>;

/** What both addresses have. */
export type InventoryListSearch = Pick<z.output<typeof InventorySearch>, keyof typeof listed>;
export interface InventoryListAddress {
  readonly search: InventoryListSearch;
  readonly change: (part: SearchPart<InventoryListSearch>) => void;
}

import { z } from 'zod';
import { API, route } from '../../route.ts';
import { ChosenElements } from '../list/filter.ts';
import { inventoryKinds } from '../list/inventory-kind.ts';
import { CHOSEN_BODY_LIMIT, kindOfCustomer } from './collection-routes.ts';

const Count = z.int().nonnegative();

/** What a deletion removes, and what it changes elsewhere. */
export const DeletionExtent = z.strictObject({
  elements: Count,
  /** Elements that belong to them, by kind. */
  children: z.array(z.strictObject({ kind: z.enum(inventoryKinds), count: Count })),
  /** Dashboards and home pages that name one of them in a filter or a list, also those that the caller may not open. */
  dashboards: Count,
  /** Areas and clusters that lose a site. */
  clusters: Count,
  /** Running alarms; they end. */
  alarms: Count,
  /** Thresholds of alarms for one of the elements. */
  thresholds: Count,
  /** Alarms raised in the past. They stay in the history, under the last name of the element. */
  pastAlarms: Count,
  /** Discoveries and debug recordings of a site. */
  runs: Count,
  /** Rules that assign flows. */
  attributions: Count,
  /** Users who see only some sites, and lose one. */
  users: Count,
});
export type DeletionExtent = z.infer<typeof DeletionExtent>;

export const previewDeletion = route({
  method: 'POST',
  path: `${API}/customers/:customerId/inventory/:kind/deletion/preview`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Preview of a deletion: what it removes and changes',
  params: kindOfCustomer,
  body: z.strictObject({ chosen: ChosenElements }),
  bodyLimit: CHOSEN_BODY_LIMIT,
  noChange: 'query',
  reply: DeletionExtent,
  problems: ['NOT_FOUND', 'SELECTION_TOO_LARGE'],
});

export const deleteInventoryElements = route({
  method: 'POST',
  path: `${API}/customers/:customerId/inventory/:kind/deletion`,
  scope: 'customer',
  needs: 'NETWORK.write',
  summary: 'Delete elements; those that others belong to only by force',
  params: kindOfCustomer,
  body: z.strictObject({
    chosen: ChosenElements,
    /** Deletes what belongs to them too. */
    force: z.boolean().default(false),
  }),
  bodyLimit: CHOSEN_BODY_LIMIT,
  timeoutMs: 120_000,
  reply: z.strictObject({
    /** Deleted elements, with those that belonged to them. */
    deleted: Count,
  }),
  problems: ['NOT_FOUND', 'SELECTION_TOO_LARGE', 'ELEMENT_HAS_CHILDREN'],
});

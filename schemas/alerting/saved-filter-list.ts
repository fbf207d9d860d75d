import { z } from 'zod';
import { API, route } from '../route.ts';
import { Line } from '../text/line.ts';

export const SAVED_FILTER_NAME_MAX = 80;
/** Filters of one user for one customer, or across customers. */
export const MAX_SAVED_FILTERS = 100;
const MAX_VALUES = 1_000;
const MAX_TEXT = 500;

const Value = z.union([z.string().max(MAX_TEXT), z.number()]);

/** What the page of the alarms filters by: it ignores parameters that it does not know, and values that are deleted. */
const FilterSearch = z.record(
  z.string().min(1).max(40),
  z.union([Value, z.boolean(), z.array(Value).max(MAX_VALUES)]),
);
export type FilterSearch = z.infer<typeof FilterSearch>;

export const SavedFilterDraft = z.strictObject({
  name: Line.min(1, 'REQUIRED').max(SAVED_FILTER_NAME_MAX),
  search: FilterSearch,
  /** Whether other users can apply it: those who see alarms of the customer; across customers, those who see every customer. */
  shared: z.boolean(),
});
export type SavedFilterDraft = z.infer<typeof SavedFilterDraft>;

export const SavedFilter = SavedFilterDraft.extend({
  id: z.number(),
  version: z.number(),
  /** Whether it is the caller's, who alone changes it. */
  own: z.boolean(),
  /** Whose it is; null: a deleted account. */
  author: z.string().nullable(),
  /** Whether the page applies it for the caller when it is opened without a filter. */
  isDefault: z.boolean(),
});
export type SavedFilter = z.infer<typeof SavedFilter>;

export const listSavedFilters = route({
  method: 'GET',
  path: `${API}/customers/:customerId/alert/filter`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Saved filters of the running alarms: those of the caller, and shared ones',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  reply: z.strictObject({ filters: z.array(SavedFilter) }),
});

export const listFiltersAcross = route({
  method: 'GET',
  path: `${API}/cc/alert/filter`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Saved filters of the alarms across customers: those of the caller, and shared ones',
  reply: z.strictObject({ filters: z.array(SavedFilter) }),
});

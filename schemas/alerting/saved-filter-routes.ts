import { z } from 'zod';
import { API, route } from '../route.ts';

export const SAVED_FILTER_NAME_MAX = 80;
/** Filters of one user for one customer, or across customers. */
export const MAX_SAVED_FILTERS = 100;
const MAX_VALUES = 1_000;
const MAX_TEXT = 500;

const Value = z.union([z.string().max(MAX_TEXT), z.number()]);

/** What the page of the alarms filters by: it ignores parameters that it does not know, and values that are gone. */
const FilterSearch = z.record(
  z.string().min(1).max(40),
  z.union([Value, z.boolean(), z.array(Value).max(MAX_VALUES)]),
);
export type FilterSearch = z.infer<typeof FilterSearch>;

export const SavedFilterDraft = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1, 'REQUIRED')
    .max(SAVED_FILTER_NAME_MAX)
    .regex(/^\P{Cc}*$/u, 'CONTROL_CHARACTER'),
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

const path = `${API}/customers/:customerId/alert/filter` as const;
const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });
const params = customerParams.extend({ filter: z.coerce.number().int().positive() });
const version = z.int().positive();
const across = `${API}/cc/alert/filter` as const;
const acrossParams = z.strictObject({ filter: z.coerce.number().int().positive() });
const DefaultFilter = z.strictObject({ filter: z.int().positive().nullable() });

export const listSavedFilters = route({
  method: 'GET',
  path,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Saved filters of the running alarms: those of the caller, and shared ones',
  params: customerParams,
  reply: z.strictObject({ filters: z.array(SavedFilter) }),
});

export const createSavedFilter = route({
  method: 'POST',
  path,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Save a filter of the running alarms',
  params: customerParams,
  body: SavedFilterDraft,
  reply: SavedFilter,
  problems: ['NAME_TAKEN', 'TOO_MANY', 'FORBIDDEN'],
});

export const updateSavedFilter = route({
  method: 'PUT',
  path: `${path}/:filter`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Update a saved filter of the caller',
  params,
  body: SavedFilterDraft.extend({ version }),
  reply: SavedFilter,
  problems: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN', 'FORBIDDEN'],
});

export const deleteSavedFilter = route({
  method: 'DELETE',
  path: `${path}/:filter`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Delete a saved filter of the caller',
  params,
  query: z.strictObject({ version: z.coerce.number().int().positive() }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'CONFLICT'],
});

export const chooseDefaultFilter = route({
  method: 'PUT',
  path: `${path}-default`,
  scope: 'customer',
  needs: 'ALERT.read',
  summary: 'Choose the saved filter that the caller starts with; null: none',
  params: customerParams,
  body: DefaultFilter,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
  ownArrangement: true,
});

export const listFiltersAcross = route({
  method: 'GET',
  path: across,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Saved filters of the alarms across customers: those of the caller, and shared ones',
  reply: z.strictObject({ filters: z.array(SavedFilter) }),
});

export const createFilterAcross = route({
  method: 'POST',
  path: across,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Save a filter of the alarms across customers',
  body: SavedFilterDraft,
  reply: SavedFilter,
  problems: ['NAME_TAKEN', 'TOO_MANY', 'FORBIDDEN'],
});

export const updateFilterAcross = route({
  method: 'PUT',
  path: `${across}/:filter`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Update a saved filter of the caller across customers',
  params: acrossParams,
  body: SavedFilterDraft.extend({ version }),
  reply: SavedFilter,
  problems: ['NOT_FOUND', 'CONFLICT', 'NAME_TAKEN', 'FORBIDDEN'],
});

export const deleteFilterAcross = route({
  method: 'DELETE',
  path: `${across}/:filter`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Delete a saved filter of the caller across customers',
  params: acrossParams,
  query: z.strictObject({ version: z.coerce.number().int().positive() }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'CONFLICT'],
});

export const chooseDefaultFilterAcross = route({
  method: 'PUT',
  path: `${across}-default`,
  scope: 'cross-customer',
  needs: 'ALERT.read',
  summary: 'Choose the saved filter that the caller starts with across customers; null: none',
  body: DefaultFilter,
  reply: z.strictObject({}),
  problems: ['NOT_FOUND'],
  ownArrangement: true,
});

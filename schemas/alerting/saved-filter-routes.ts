import { z } from 'zod';
import { API, route } from '../route.ts';
import { SavedFilter, SavedFilterDraft } from './saved-filter-list.ts';

const path = `${API}/customers/:customerId/alert/filter` as const;
const customerParams = z.strictObject({ customerId: z.coerce.number().int().positive() });
const params = customerParams.extend({ filter: z.coerce.number().int().positive() });
const version = z.int().positive();
const across = `${API}/cc/alert/filter` as const;
const acrossParams = z.strictObject({ filter: z.coerce.number().int().positive() });
const DefaultFilter = z.strictObject({ filter: z.int().positive().nullable() });

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

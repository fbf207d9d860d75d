import { z } from 'zod';
import { tableDashlet } from '../limit/dashlet.ts';
import { dataLimits } from '../limit/data.ts';
import { API, route } from '../route.ts';
import { ElementFilter, filteredKinds } from './element-filter.ts';

/** Rows of a reply. */
export const MAX_ELEMENTS = 1_000;

export const ListedElement = z.strictObject({
  id: z.number(),
  /** By the label expression of the request; without one the name, prefixed by that of the device. */
  label: z.string(),
  active: z.boolean(),
  /** A custom application that does not exist any more, by its last name. */
  deleted: z.literal(true).optional(),
  /** In the order of the properties requested; empty where an element has none. */
  values: z.array(z.string()),
});
export type ListedElement = z.infer<typeof ListedElement>;

/** Which elements of a customer are needed. */
export const ElementQuery = z.strictObject({
  element: z.enum(filteredKinds),
  /** All must match: filters on other kinds select the elements below or beside theirs. */
  filters: z.array(ElementFilter).max(dataLimits.maxFilters).default([]),
  /** `{name}, {city}`; empty: the name. */
  label: z.string().max(200).default(''),
  /** Words that the label contains, without regard to case and accents. */
  search: z.string().max(200).default(''),
  /** Names of properties, as in predicates. */
  properties: z.array(z.string().max(64)).max(tableDashlet.maxColumns).default([]),
  /** Index of a property, or the label. */
  orderBy: z.union([z.literal('label'), z.int().min(0)]).default('label'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  from: z.int().min(0).default(0),
  count: z.int().min(0).max(MAX_ELEMENTS).default(100),
  /** Returned as well if they match, whatever is searched. */
  ids: z.array(z.int().nonnegative()).max(dataLimits.maxValues).default([]),
});
export type ElementQuery = z.infer<typeof ElementQuery>;

/** For filters, their live counts, and lists of elements. */
export const listElements = route({
  method: 'POST',
  path: `${API}/customers/:customerId/elements`,
  scope: 'customer',
  needs: 'DASHBOARD.read',
  summary: 'Elements of a customer that match filters, at sites that the caller may see, with their number',
  params: z.strictObject({ customerId: z.coerce.number().int().positive() }),
  body: ElementQuery,
  noChange: 'query',
  reply: z.strictObject({
    /** Of all that match. */
    count: z.number(),
    elements: z.array(ListedElement),
  }),
});

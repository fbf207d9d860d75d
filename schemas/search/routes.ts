import { z } from 'zod';
import { inventoryKinds } from '../inventory/list/inventory-kind.ts';
import { API, route } from '../route.ts';

/** What the search finds, in the order in which it is shown. */
export const hitKinds = [
  'site',
  'device',
  'interface',
  'component',
  'alarm',
  'cockpit',
  'application',
  'user',
] as const;
export type HitKind = (typeof hitKinds)[number];

/** Hits of a kind in a reply. */
export const MAX_HITS_PER_KIND = 8;
/** Characters of the shortest query: one letter matches almost everything. */
export const MIN_QUERY_LENGTH = 2;

export const SearchHit = z.strictObject({
  kind: z.enum(hitKinds),
  id: z.int(),
  name: z.string(),
  /** Names of what it belongs to, from the outside in: customer, site, device, or the cockpit of an alarm. */
  path: z.array(z.string()),
  /** Customer of an element or application. Null: of no customer. */
  customer: z.int().nullable(),
  /** Cockpit of an alarm whose definition the caller may open; site of a device or of its parts. */
  parent: z.int().nullable(),
  /** Of an element: its kind in the inventory, under which it has a page. */
  element: z.enum(inventoryKinds).optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const search = route({
  method: 'GET',
  path: `${API}/search`,
  scope: 'none',
  needs: 'signed-in',
  summary:
    'Sites, devices, interfaces, alarms, cockpits, applications and users whose text contains every word',
  query: z.strictObject({
    /** Words, without regard to case and accents. */
    q: z.string().trim().min(MIN_QUERY_LENGTH, 'TOO_SHORT').max(200, 'TOO_LONG'),
  }),
  reply: z.strictObject({
    /** By kind, the best first: at most `MAX_HITS_PER_KIND` of each. */
    hits: z.array(SearchHit),
  }),
});

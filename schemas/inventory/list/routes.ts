import { z } from 'zod';
import { inventoryLimits } from '../../limit/inventory.ts';
import { LineFinding } from '../../line/line-finding.ts';
import { QosClass } from '../../qos/qos-class.ts';
import { DocumentUses } from '../../resource/document-use.ts';
import { API, route } from '../../route.ts';
import { orphanReasons } from './orphan.ts';
import { inventoryFilter } from './filter.ts';
import { inventoryKinds } from './inventory-kind.ts';
import { InventoryLive } from './live.ts';

const Kind = z.enum(inventoryKinds);
const Id = z.coerce.number().int().positive();

/** Which elements of a kind are needed, and which of them a reply has. */
const listQuery = {
  ...inventoryFilter,
  /** Property that they are sorted by, numbers in it by their value, or a column of `live`. */
  orderBy: z.string().trim().min(1).max(64).default('name'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  /** Whether the elements have what is newest of them. */
  live: z.stringbool().default(false),
  from: z.coerce.number().int().min(0).default(0),
  count: z.coerce.number().int().min(0).max(inventoryLimits.maxRows).default(200),
};

const Place = z.strictObject({ id: z.number(), name: z.string() });

const ClassOfService = QosClass.pick({ name: true, colour: true });

export const InventoryElement = z.strictObject({
  id: z.number(),
  kind: Kind,
  customer: z.number(),
  name: z.string(),
  /** Whether data is collected. */
  active: z.boolean(),
  /** The processes that collect do not know yet that it was switched. */
  takingEffect: z.boolean(),
  /** Why it was switched, by whom and when; null: never by hand. */
  status: z.strictObject({ comment: z.string(), by: z.string(), at: z.iso.datetime().nullable() }).nullable(),
  /** The inactive site or device that it belongs to: nothing is collected of it either. */
  inactiveAbove: z.strictObject({ kind: z.enum(['site', 'device']), name: z.string() }).nullable(),
  /** Why it has no place (`schemas/inventory/orphan.ts`); absent: it has one. */
  orphan: z.enum(orphanReasons).optional(),
  site: Place.nullable(),
  device: Place.nullable(),
  /** Of a class element: the class of service that it maps to. */
  classOfService: ClassOfService.optional(),
  /** Of an interface: what pollers found out about its line; absent: nothing. */
  findings: z.array(LineFinding).optional(),
  /** With `live=true`. */
  live: InventoryLive.optional(),
  /** What it has of `inventoryProperties`, and what the source describes. */
  properties: z.record(z.string(), z.string()),
});
export type InventoryElement = z.infer<typeof InventoryElement>;

const listReply = z.strictObject({
  /** Of all that match. */
  count: z.number(),
  /** Names of properties that the source describes, of all elements of the kind. */
  described: z.array(z.string()),
  /** Names of properties that any element of the kind has; absent: not known. */
  filled: z.array(z.string()).optional(),
  /** Of class elements: how many of all that match map to each class of service, in the order of the classes. */
  classes: z.array(ClassOfService.extend({ count: z.number() })).optional(),
  /** With `network=orphans`: how many of all that match are orphans for each reason. */
  orphans: z.array(z.strictObject({ reason: z.enum(orphanReasons), count: z.number() })).optional(),
  elements: z.array(InventoryElement),
});
export type InventoryRows = z.infer<typeof listReply>;

export const listInventory = route({
  method: 'GET',
  path: `${API}/customers/:customerId/inventory/:kind`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'Elements of a kind of a customer: filtered, sorted, by page',
  params: z.strictObject({ customerId: Id, kind: Kind }),
  query: z.strictObject(listQuery),
  reply: listReply,
});
export type InventoryQuery = z.output<typeof listInventory.query>;

/** An element, the elements that it belongs to, and how many belong to it. */
export const InventoryDetail = z.strictObject({
  element: InventoryElement,
  createdAt: z.iso.datetime(),
  /** Prefixes that it is in: those of its site. */
  networks: z.array(z.string()),
  children: z.array(z.strictObject({ kind: Kind, count: z.number() })),
  /** Of an application: its number in flows, under which it is the same at every site. */
  number: z.number().optional(),
});
export type InventoryDetail = z.infer<typeof InventoryDetail>;

export const readInventoryElement = route({
  method: 'GET',
  path: `${API}/customers/:customerId/inventory/:kind/:element`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'An element of the inventory, with the number of elements that belong to it',
  params: z.strictObject({ customerId: Id, kind: Kind, element: Id }),
  reply: InventoryDetail,
});

export const listElementDocuments = route({
  method: 'GET',
  path: `${API}/customers/:customerId/inventory/:kind/:element/documents`,
  scope: 'customer',
  needs: 'NETWORK.read',
  summary: 'Dashboards, home pages and reports that name an element of the inventory',
  params: z.strictObject({ customerId: Id, kind: Kind, element: Id }),
  reply: DocumentUses,
});

const CustomerIds = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.coerce.number<string>().int().positive()).max(inventoryLimits.maxCustomers));

export const listInventoryAcross = route({
  method: 'GET',
  path: `${API}/cc/inventory/:kind`,
  scope: 'cross-customer',
  needs: 'NETWORK.read',
  summary: 'Elements of a kind of several customers: filtered, sorted, by page',
  params: z.strictObject({ kind: Kind }),
  query: z.strictObject({
    ...listQuery,
    /** Ids, separated by commas; absent: every customer that the caller sees. */
    customers: CustomerIds.optional(),
  }),
  reply: listReply,
  problems: ['NOT_FOUND'],
});

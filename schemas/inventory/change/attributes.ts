import { z } from 'zod';
import { Bandwidth } from '../bandwidth.ts';
import { infrastructures } from '../list/infrastructure.ts';
import type { InventoryKind } from '../list/inventory-kind.ts';
import { Prefix } from '../../address/address.ts';
import { Line } from '../../text/line.ts';

const Text = Line.max(200);

const Tag = Line.min(1, 'REQUIRED')
  .max(50)
  .refine((tag) => !tag.includes(','), { error: 'INPUT_INVALID' });

/** Attributes that users set. Absent: stays as it is. */
export const AttributeChange = z.strictObject({
  name: Text.min(1, 'REQUIRED').optional(),
  city: Text.optional(),
  country: Text.optional(),
  /** Region of the customer's network, to which users can be restricted. */
  region: Text.optional(),
  latitude: z.number().min(-90).max(90).optional(),
  longitude: z.number().min(-180).max(180).optional(),
  networks: z.array(Prefix).max(200).optional(),
  vendor: Text.max(100).optional(),
  model: Text.max(100).optional(),
  alias: Text.optional(),
  /** Contracted; null: the speed of the interface. */
  bandwidthIn: Bandwidth.nullable().optional(),
  bandwidthOut: Bandwidth.nullable().optional(),
  /** Null: that of its kind. */
  infrastructure: z.enum(infrastructures).nullable().optional(),
  /** The user or team that is responsible. */
  owner: Text.optional(),
  addTags: z.array(Tag).max(20).optional(),
  removeTags: z.array(Tag).max(20).optional(),
});
export type AttributeChange = z.infer<typeof AttributeChange>;
export type AttributeName = keyof AttributeChange;

const marks = ['infrastructure', 'owner', 'addTags', 'removeTags'] as const;
const named = ['name', ...marks] as const;

/** What can be edited of a kind. The name of an interface is its ifName, which identifies the port. */
export const editableAttributes = {
  site: ['name', 'city', 'country', 'region', 'latitude', 'longitude', 'networks', ...marks],
  device: ['name', 'vendor', 'model', ...marks],
  interface: ['alias', 'bandwidthIn', 'bandwidthOut', ...marks],
  class: named,
  probe: named,
  tunnel: named,
  sensor: named,
  peer: named,
  collector: named,
  application: [],
  conversation: [],
} as const satisfies Record<InventoryKind, readonly AttributeName[]>;

/** What devices report: a discovery whose proposal is accepted writes it again. */
export const discoveredAttributes: ReadonlySet<AttributeName> = new Set<AttributeName>([
  'vendor',
  'model',
  'alias',
]);

export const isEditable = (kind: InventoryKind, attribute: AttributeName): boolean =>
  (editableAttributes[kind] as readonly AttributeName[]).includes(attribute);

export const MAX_TAGS = 20;

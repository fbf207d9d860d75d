import type { ElementKind } from '../../element/kind.ts';

/**
 * Kinds of elements that the inventory lists. Areas and clusters are resources with owner and visibility: they have a page of their
 * own.
 */
export const inventoryKinds = [
  ...(['site', 'device', 'interface', 'class', 'probe', 'tunnel'] as const),
  ...(['sensor', 'peer', 'collector', 'application', 'conversation'] as const),
] as const satisfies readonly ElementKind[];
export type InventoryKind = (typeof inventoryKinds)[number];

export const isInventoryKind = (kind: string): kind is InventoryKind =>
  (inventoryKinds as readonly string[]).includes(kind);

const marks = ['infrastructure', 'owner', 'tags'] as const;
const ofComponent = ['name', 'device', 'site', 'source', 'key', ...marks] as const;

/** Properties that elements of a kind have in addition to those that the source describes, in the order of their columns. */
export const inventoryProperties = {
  site: ['name', 'city', 'country', 'region', 'networks', 'latitude', 'longitude', ...marks],
  device: [
    ...(['name', 'site', 'address', 'labelIp', 'systemName', 'vendor', 'model'] as const),
    ...(['snmp', 'snmpPort', 'exporters', ...marks] as const),
  ],
  interface: ['name', 'device', 'site', 'alias', 'index', 'bandwidthIn', 'bandwidthOut', ...marks],
  class: [...ofComponent, 'classOfService'],
  probe: ofComponent,
  tunnel: ofComponent,
  sensor: ofComponent,
  peer: ofComponent,
  collector: ofComponent,
  application: ['name', 'site'],
  conversation: ['name', 'site'],
} as const satisfies Record<InventoryKind, readonly string[]>;
export type InventoryProperty = (typeof inventoryProperties)[InventoryKind][number];

import type { InventoryKind } from './inventory-kind.ts';

/** Zones of the inventory, in the order in which they are offered. */
export const inventoryZones = [
  ...(['infrastructure', 'class of service', 'qos', 'sla', 'vpn', 'uncategorized'] as const),
] as const;
export type Zone = (typeof inventoryZones)[number];

/** The zone of each kind. Classes of flows are a class of service, those of a policy on a device QoS. */
const zoneOfKind = {
  site: 'infrastructure',
  device: 'infrastructure',
  interface: 'infrastructure',
  sensor: 'infrastructure',
  class: 'qos',
  probe: 'sla',
  tunnel: 'vpn',
  peer: 'uncategorized',
  collector: 'uncategorized',
  application: 'uncategorized',
  conversation: 'uncategorized',
} as const satisfies Record<InventoryKind, Zone>;

/** The zone of an element; `source`: of its counters. */
export const zoneOf = (kind: InventoryKind, source?: string): Zone =>
  kind === 'class' && source === 'flow' ? 'class of service' : zoneOfKind[kind];

/** Kinds with elements in a zone. */
export const kindsOfZone = (zone: Zone): readonly InventoryKind[] =>
  zone === 'class of service'
    ? ['class']
    : (Object.keys(zoneOfKind) as InventoryKind[]).filter((kind) => zoneOfKind[kind] === zone);

import { inventoryKinds, type InventoryKind } from './inventory-kind.ts';

/** Zones of the inventory, in the order in which they are offered. */
export const inventoryZones = [
  ...(['infrastructure', 'class of service', 'qos', 'sla', 'vpn', 'uncategorized'] as const),
] as const;
export type Zone = (typeof inventoryZones)[number];

/** The zone of each kind but classes, which follow the model of classes of service (`schemas/qos/`). */
const zoneOfKind = {
  site: 'infrastructure',
  device: 'infrastructure',
  interface: 'infrastructure',
  sensor: 'infrastructure',
  probe: 'sla',
  tunnel: 'vpn',
  peer: 'uncategorized',
  collector: 'uncategorized',
  application: 'uncategorized',
  conversation: 'uncategorized',
} as const satisfies Record<Exclude<InventoryKind, 'class'>, Zone>;

const zonesOfClasses: readonly Zone[] = ['class of service', 'qos', 'uncategorized'];

/** A class element by where its figures come from, and whether a class of service has it. */
interface ZonedClass {
  readonly source: string | undefined;
  readonly isMapped: boolean;
}

/** The zone of a class element: what maps to a class of service; what policies and queues have besides; what flows have besides. */
const zoneOfClass = ({ source, isMapped }: ZonedClass): Zone =>
  isMapped ? 'class of service' : source === 'flow' ? 'uncategorized' : 'qos';

/** The zone of an element. */
export const zoneOf = (kind: InventoryKind, of: ZonedClass): Zone =>
  kind === 'class' ? zoneOfClass(of) : zoneOfKind[kind];

/** Kinds with elements in a zone. */
export const kindsOfZone = (zone: Zone): readonly InventoryKind[] =>
  inventoryKinds.filter((kind) =>
    kind === 'class' ? zonesOfClasses.includes(zone) : zoneOfKind[kind] === zone,
  );

import { createHash } from 'node:crypto';
import { VOLUME_STEP_MS, type ManagedVolume } from '#platform/sdwan/managed-volume.ts';
import { applicationNumber, WITH_ENTERPRISE } from '#schemas/application/device-application.ts';
import type { DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import type { flows } from '#schemas/table/flows.ts';
import type { applicationNames } from '#schemas/table/stream/application-names.ts';
import type { RowOf } from '#schemas/table/table.ts';
import { isDeviceCollected } from '#schemas/inventory/collected.ts';
import type { ManagedBy } from './names/managed-by.ts';
import type { DeviceMatch } from './names/match-called.ts';
import type { PublishedUntil } from './volume-store.ts';

type FlowRow = RowOf<typeof flows.columns>;
type NameRow = RowOf<typeof applicationNames.columns>;

/** IANA enterprise numbers under which the vendors' names of applications are numbered. */
const enterprises = { vmanage: 9, nuage: 6_527, fortinet: 12_356 } as const satisfies Record<
  SdwanKind,
  number
>;

/** Number of an application that a manager names: the same in every process, and on every device. */
export function namedApplication(kind: SdwanKind, name: string): number {
  const selector = createHash('sha256').update(name.toLowerCase()).digest().readUInt32BE();
  return applicationNumber({ engine: WITH_ENTERPRISE, enterprise: enterprises[kind], selector });
}

export interface PlacedVolume {
  readonly device: DeviceEntry;
  readonly volume: ManagedVolume;
}

/** Whether a manager measures the applications of a device: it exports no flows itself. */
const isMeasured = (inventory: Inventory, device: DeviceEntry, { customer }: ManagedBy): boolean =>
  device.exporters.length === 0 &&
  (customer === null || device.customer === customer) &&
  isDeviceCollected(inventory, device);

/** The devices with a tunnel of a manager whose applications it measures, by their id. */
function measuredDevices(inventory: Inventory, manager: ManagedBy): ReadonlyMap<number, DeviceEntry> {
  const found = new Map<number, DeviceEntry>();
  for (const { device: id, kind, scope, active } of inventory.components?.values() ?? []) {
    const device =
      kind === 'tunnel' && scope === manager.kind && active ? inventory.devices.get(id) : undefined;
    if (device !== undefined && isMeasured(inventory, device, manager)) found.set(id, device);
  }
  return found;
}

/** Whether a manager measures applications: where no device exports them. */
export const measuresApplications = (inventory: Inventory, manager: ManagedBy): boolean =>
  measuredDevices(inventory, manager).size > 0;

/** Characters of the name of an application. */
const MAX_NAME = 120;

/** Whether a manager says something that can be counted. */
const isVolume = (value: number): boolean => value >= 0 && value <= Number.MAX_SAFE_INTEGER;

/** Volumes of devices in the inventory that export no flows themselves. */
export function placeVolumes(
  volumes: readonly ManagedVolume[],
  inventory: Inventory,
  { manager, match }: { readonly manager: ManagedBy; readonly match: Pick<DeviceMatch, 'find'> },
): readonly PlacedVolume[] {
  const devices = measuredDevices(inventory, manager);
  return volumes.flatMap((volume) => {
    const device = devices.get(match.find(volume.tenant, volume.device)?.id ?? 0);
    if (device === undefined || ![volume.atMs, volume.bytes, volume.packets].every(isVolume)) return [];
    return [{ device, volume: { ...volume, application: volume.application.slice(0, MAX_NAME) } }];
  });
}

/** Volumes that were not published yet: those behind the last of their device; of a device without any, from a time on. */
export const newVolumes = (
  placed: readonly PlacedVolume[],
  until: PublishedUntil,
  firstMs: number,
): readonly PlacedVolume[] =>
  placed.filter(({ device: { id }, volume }) => volume.atMs >= (until.get(id) ?? firstMs));

/** Until when they are published by device. */
export function publishedUntil(volumes: readonly PlacedVolume[]): PublishedUntil {
  const until = new Map<number, number>();
  for (const { device, volume } of volumes)
    until.set(device.id, Math.max(until.get(device.id) ?? 0, volume.atMs + VOLUME_STEP_MS));
  return until;
}

const noAddress = new Uint8Array(16);
/** Columns that a manager says nothing about. */
const unknown = {
  in_interface: 0,
  out_interface: 0,
  in_index: 0,
  out_index: 0,
  destination_site: 0,
  source: noAddress,
  destination: noAddress,
  next_hop: noAddress,
  source_port: 0,
  destination_port: 0,
  source_as: 0,
  destination_as: 0,
  vpn: 0,
  protocol: 0,
  dscp: 0,
  tcp_flags: 0,
  direction: 0,
  end_reason: 0,
  duplicate: 0,
  sampling: 1,
  egress_vpn: 0,
  mpls_label: 0,
  vlan: 0,
  post_vlan: 0,
  forwarding_status: 0,
} as const;

/** A volume as a flow that ends when it is read, since windows of its own time are closed. */
export const volumeFlow = ({ device, volume }: PlacedVolume, kind: SdwanKind, nowMs: number): FlowRow => ({
  ...unknown,
  customer: device.customer,
  site: device.site,
  exporter: device.id,
  source_site: device.site,
  received: nowMs,
  first: nowMs - VOLUME_STEP_MS,
  last: nowMs,
  application: BigInt(namedApplication(kind, volume.application)),
  bytes: BigInt(Math.round(volume.bytes)),
  packets: BigInt(Math.round(volume.packets)),
});

/** What a device calls an application. Numbers follow from names, so that a name is valid at all times. */
export const volumeName = ({ device, volume }: PlacedVolume, kind: SdwanKind, nowMs: number): NameRow => ({
  customer: device.customer,
  exporter: device.id,
  application: BigInt(namedApplication(kind, volume.application)),
  name: volume.application,
  category: volume.family,
  sub_category: '',
  application_group: '',
  traffic_class: '',
  relevance: '',
  since: 0,
  at: nowMs,
});

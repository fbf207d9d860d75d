import { isDeviceCollected } from '../inventory/collected.ts';
import { deviceOf } from '../inventory/element-of.ts';
import type { DeviceEntry, Inventory } from '../inventory/snapshot.ts';
import { isRealtimeKind, type RealtimeKind } from './realtime.ts';

/** Device, port or component with this id; without a source it is read by SNMP. */
function entryOf(
  { interfaces, components, devices }: Inventory,
  id: number,
): { readonly kind: string; readonly active: boolean; readonly scope?: string } | undefined {
  const port = interfaces.get(id);
  if (port !== undefined) return { ...port, kind: 'interface' };
  const device = devices.get(id);
  return device === undefined ? components?.get(id) : { ...device, kind: 'device' };
}

/** Kind and device of an element that a poller can read by itself; undefined for others, and for what is not collected. */
export function realtimeElement(
  inventory: Inventory,
  id: number,
): { readonly kind: RealtimeKind; readonly device: DeviceEntry } | undefined {
  const entry = entryOf(inventory, id);
  if (entry === undefined || !isRealtimeKind(entry.kind)) return undefined;
  if (!entry.active || (entry.scope ?? 'snmp') !== 'snmp') return undefined;
  const device = inventory.devices.get(deviceOf(inventory, id));
  if (device?.snmp === undefined || !isDeviceCollected(inventory, device)) return undefined;
  return { kind: entry.kind, device };
}

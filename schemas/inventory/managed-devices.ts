import { sdwanKinds, type SdwanKind } from '../sdwan/kind.ts';
import type { Inventory } from './snapshot.ts';

const isManager = (scope: string): scope is SdwanKind => (sdwanKinds as readonly string[]).includes(scope);

/**
 * Devices that their SD-WAN manager measures, with their interfaces: those that no SNMP agent is polled of and that have a tunnel of
 * the manager.
 */
export function managedDevices({
  devices,
  components,
}: Pick<Inventory, 'devices' | 'components'>): ReadonlyMap<number, SdwanKind> {
  const managed = new Map<number, SdwanKind>();
  for (const { device, kind, scope, active } of components?.values() ?? []) {
    if (!active || kind !== 'tunnel' || !isManager(scope)) continue;
    const entry = devices.get(device);
    if (entry !== undefined && entry.snmp === undefined) managed.set(device, scope);
  }
  return managed;
}

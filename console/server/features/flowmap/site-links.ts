import { probeEnd } from '#server/shared/context/probe-ends.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';

/** A tunnel or probe between two sites. */
export interface SiteLink {
  readonly element: number;
  readonly kind: 'tunnel' | 'probe';
  readonly name: string;
  /** Device that has it. */
  readonly device: number;
  /** Site that measures it, and the site at its far end. */
  readonly site: number;
  readonly far: number;
}

/** Devices of a customer by what managers call the far end of a tunnel: their address, or their name. */
function devicesByCall(devices: Iterable<DeviceEntry>, customer: number): ReadonlyMap<string, DeviceEntry> {
  const found = new Map<string, DeviceEntry>();
  for (const device of devices) {
    if (device.customer !== customer) continue;
    found.set(device.name, device);
    if (device.address !== '') found.set(device.address, device);
  }
  return found;
}

/**
 * Tunnels and probes of a customer whose far end is at another of its sites. A tunnel says it in `remote`, a probe by the address that it
 * sends to; a tunnel of an SNMP agent or a FortiGate does not say it.
 */
export function siteLinks(inventory: Inventory, customer: number): readonly SiteLink[] {
  const called = devicesByCall(inventory.devices.values(), customer);
  const farOf = (component: ComponentEntry): number | undefined =>
    component.kind === 'probe'
      ? probeEnd(inventory, component, 'responder').site
      : called.get(component.fields['remote'] ?? '')?.site;
  return [...(inventory.components?.values() ?? [])].flatMap((component): SiteLink[] => {
    const { id: element, kind, name, site, device } = component;
    if (component.customer !== customer || !component.active) return [];
    if (kind !== 'tunnel' && kind !== 'probe') return [];
    const far = farOf(component) ?? 0;
    return far === 0 || far === site ? [] : [{ element, kind, name, device, site, far }];
  });
}

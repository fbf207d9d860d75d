import type { ManagedDevice, ManagedNetwork, ManagedTunnel } from '#platform/sdwan/sdwan-client.ts';
import type { ComponentEntry, DeviceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { customerFinder } from './element-finder.ts';
import type { ManagedBy } from './element-finder.ts';
import { nothingProposed } from './proposal-draft.ts';
import type { SdwanProposalDraft } from './proposal-draft.ts';
import { proposeInterfaces } from './propose-interfaces.ts';

const addedDevice = (device: ManagedDevice, customer: number): SdwanProposalDraft => ({
  ...{ customer, change: 'added', kind: 'device', element: null },
  ...{ device: device.name, name: device.name },
  content: {
    ...nothingProposed,
    address: device.address,
    model: device.model,
    site: device.site === '' ? device.name : device.site,
    latitude: device.latitude ?? null,
    longitude: device.longitude ?? null,
  },
});

const addedTunnel = ({ device, key, fields }: ManagedTunnel, customer: number): SdwanProposalDraft => ({
  ...{ customer, change: 'added', kind: 'tunnel', element: null, device, name: key },
  content: { ...nothingProposed, fields: { ...fields } },
});

const placeOf = (customer: number, label: string): string => `${String(customer)}\n${label.toLowerCase()}`;

/** Finds the inventory's device that a manager names or addresses. */
function deviceFinder({
  devices,
}: Inventory): (customer: number, ...labels: string[]) => DeviceEntry | undefined {
  const known = new Map<string, DeviceEntry>();
  for (const device of devices.values())
    for (const label of [device.name, device.address]) known.set(placeOf(device.customer, label), device);
  return (customer, ...labels) =>
    labels.flatMap((label) => (label === '' ? [] : (known.get(placeOf(customer, label)) ?? [])))[0];
}

const vanishedTunnel = (tunnel: ComponentEntry, device: string): SdwanProposalDraft => ({
  ...{ customer: tunnel.customer, change: 'vanished', kind: 'tunnel', device },
  ...{ name: tunnel.name, element: tunnel.id, content: nothingProposed },
});

/** The networks of a tunnel that the inventory has otherwise; undefined: none. A tunnel without a network in the inventory is unchanged. */
function changedTunnel(
  stored: ComponentEntry,
  { device, fields }: ManagedTunnel,
): SdwanProposalDraft | undefined {
  const { network = '', remoteNetwork = '' } = fields;
  const isSame = stored.fields['network'] === network && stored.fields['remoteNetwork'] === remoteNetwork;
  if (network === '' || stored.fields['network'] === undefined || isSame) return undefined;
  return {
    ...{ customer: stored.customer, change: 'changed', kind: 'tunnel', device },
    ...{ name: stored.name, element: stored.id, content: { ...nothingProposed, fields: { ...fields } } },
  };
}

/**
 * Proposes the devices, interfaces and tunnels that a manager has and the inventory lacks, tunnels whose networks have changed, and the
 * tunnels of its devices that it no longer has.
 * A manager that shows no tunnel at all may have lost its statistics: nothing has vanished then.
 */
export function proposeNetwork(
  { devices, tunnels, interfaces }: ManagedNetwork,
  inventory: Inventory,
  manager: ManagedBy,
): readonly SdwanProposalDraft[] {
  const owner = customerFinder(inventory, manager);
  const find = deviceFinder(inventory);
  const managed = new Set<number>();
  /** Devices of the inventory by what the manager calls them: their parts name them so, also one that is known by its address. */
  const called = new Map<string, DeviceEntry>();
  const newDevices = devices.flatMap((device) => {
    const customer = owner(device.tenant);
    if (customer === undefined) return [];
    const known = find(customer, device.name, device.address);
    if (known === undefined) return [addedDevice(device, customer)];
    managed.add(known.id);
    called.set(placeOf(customer, device.name), known);
    return [];
  });
  const deviceOf = (customer: number, name: string): DeviceEntry | undefined =>
    called.get(placeOf(customer, name)) ?? find(customer, name);
  const own = [...(inventory.components?.values() ?? [])].filter(
    ({ kind, scope, device }) => kind === 'tunnel' && scope === manager.kind && managed.has(device),
  );
  const stored = new Map(own.map((one) => [`${String(one.device)}\n${one.key}`, one]));
  const shown = new Set<string>();
  const newTunnels = tunnels.flatMap((tunnel) => {
    const customer = owner(tunnel.tenant);
    if (customer === undefined) return [];
    const device = deviceOf(customer, tunnel.device);
    const place = `${String(device?.id ?? tunnel.device)}\n${tunnel.key}`;
    shown.add(place);
    const shownAt = { ...tunnel, device: device?.name ?? tunnel.device };
    const known = stored.get(place);
    return known === undefined ? [addedTunnel(shownAt, customer)] : (changedTunnel(known, shownAt) ?? []);
  });
  const gone = own.filter(({ active, device, key }) => active && !shown.has(`${String(device)}\n${key}`));
  const vanished = gone.map((one) => vanishedTunnel(one, inventory.devices.get(one.device)?.name ?? ''));
  const ports = proposeInterfaces(inventory, {
    interfaces,
    placeOf(port) {
      const customer = owner(port.tenant);
      return customer === undefined ? undefined : { customer, device: deviceOf(customer, port.device) };
    },
  });
  return [...newDevices, ...ports, ...newTunnels, ...(tunnels.length === 0 ? [] : vanished)];
}

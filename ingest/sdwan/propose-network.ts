import type { ManagedDevice, ManagedNetwork, ManagedTunnel } from '#platform/sdwan/sdwan-client.ts';
import type { ComponentEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import type { ManagedBy } from './names/managed-by.ts';
import { rememberedDevices } from './names/lacking-devices.ts';
import {
  matchCalled,
  rememberDevices,
  rememberedElement,
  type CalledDevice,
  type DeviceMatch,
} from './names/match-called.ts';
import { nothingProposed, type SdwanProposalDraft } from './proposal-draft.ts';
import { proposeInterfaces } from './propose-interfaces.ts';

const addedDevice = (device: ManagedDevice, customer: number): SdwanProposalDraft => ({
  customer,
  change: 'added',
  kind: 'device',
  element: null,
  device: device.name,
  name: device.name,
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
  customer,
  change: 'added',
  kind: 'tunnel',
  element: null,
  device,
  name: key,
  content: { ...nothingProposed, fields: { ...fields } },
});

const vanishedTunnel = (tunnel: ComponentEntry, device: string): SdwanProposalDraft => ({
  customer: tunnel.customer,
  change: 'vanished',
  kind: 'tunnel',
  device,
  name: tunnel.name,
  element: tunnel.id,
  content: nothingProposed,
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
    customer: stored.customer,
    change: 'changed',
    kind: 'tunnel',
    device,
    name: stored.name,
    element: stored.id,
    content: { ...nothingProposed, fields: { ...fields } },
  };
}

interface Compared {
  readonly manager: ManagedBy;
  readonly match: DeviceMatch;
  /** The devices of the network, in its order. */
  readonly called: readonly CalledDevice[];
}

/**
 * Proposes the devices, interfaces and tunnels that a manager has and the inventory lacks, tunnels whose networks have changed, and the
 * tunnels of its devices that it no longer has. Parts are named by the inventory's name of their device.
 * A manager that shows no tunnel at all may have lost its statistics: nothing has vanished then.
 */
function proposeNetwork(
  { devices, tunnels, interfaces }: ManagedNetwork,
  inventory: Inventory,
  { manager, match, called }: Compared,
): readonly SdwanProposalDraft[] {
  const { customerOf, find } = match;
  const managed = new Set<number>();
  const newDevices = devices.flatMap((device, at) => {
    const customer = customerOf(device.tenant);
    const named = called[at];
    if (customer === undefined || named === undefined) return [];
    const known = match.knownAs(named);
    if (known === undefined) return [addedDevice(device, customer)];
    managed.add(known.device.id);
    return [];
  });
  const own = [...(inventory.components?.values() ?? [])].filter(
    ({ kind, scope, device }) => kind === 'tunnel' && scope === manager.kind && managed.has(device),
  );
  const stored = new Map(own.map((one) => [`${String(one.device)}\n${one.key}`, one]));
  const shown = new Set<string>();
  const newTunnels = tunnels.flatMap((tunnel) => {
    const customer = customerOf(tunnel.tenant);
    if (customer === undefined) return [];
    const device = find(tunnel.tenant, tunnel.device);
    const place = `${String(device?.id ?? tunnel.device)}\n${tunnel.key}`;
    shown.add(place);
    const shownAt = { ...tunnel, device: device?.name ?? tunnel.device };
    const known = stored.get(place);
    return known === undefined ? [addedTunnel(shownAt, customer)] : (changedTunnel(known, shownAt) ?? []);
  });
  const deleted = own.filter(({ active, device, key }) => active && !shown.has(`${String(device)}\n${key}`));
  const vanished = deleted.map((one) => vanishedTunnel(one, inventory.devices.get(one.device)?.name ?? ''));
  const ports = proposeInterfaces(inventory, {
    interfaces,
    placeOf(port) {
      const customer = customerOf(port.tenant);
      return customer === undefined ? undefined : { customer, device: find(port.tenant, port.device) };
    },
  });
  return [...newDevices, ...ports, ...newTunnels, ...(tunnels.length === 0 ? [] : vanished)];
}

/** What the inventory lacks of a manager's network, and what the manager calls its devices: with what is remembered of them. */
export function compareNetwork(
  network: ManagedNetwork,
  inventory: Inventory,
  { manager, before }: { readonly manager: ManagedBy; readonly before: readonly CalledDevice[] },
): { readonly drafts: readonly SdwanProposalDraft[]; readonly called: readonly CalledDevice[] } {
  const called = rememberDevices(network.devices, before);
  const match = matchCalled(called, inventory, manager);
  return {
    drafts: proposeNetwork(network, inventory, { manager, match, called }),
    called: rememberedDevices(
      called.map((one) => ({ ...one, element: rememberedElement(match, one) })),
      before,
    ),
  };
}

import type { Clock } from '#platform/clock/clock.ts';
import type { SdwanKind } from '#schemas/sdwan/kind.ts';
import { afterOrigin, type DeviceCounters } from '../counters.ts';
import type { Fleet, FleetDevice } from '../model.ts';
import { checkName } from './fortinet-rows.ts';
import { startFortinet } from './fortinet.ts';
import { startNuage } from './nuage.ts';
import { probeName } from './nuage-rows.ts';
import { overlayOf, type Overlay, type OverlayTunnel } from './overlay.ts';
import type { SimulatedServer } from './simulated-server.ts';
import { startVmanage } from './vmanage.ts';
import { tunnelName } from './vmanage-rows.ts';

/** Loopback address of the demonstration's SD-WAN managers: the only one that they may be called at. */
export const SDWAN_MANAGERS = '127.1.255.252';
export const MANAGER_LOGIN = { login: 'telltale', password: 'telltale-demo' } as const;
const SAMPLE_S = 20;

interface Managed {
  readonly name: string;
  readonly customer: string;
  readonly vendor: string;
  readonly tunnelKey: (tunnel: OverlayTunnel) => string;
}

/** One manager of each kind: of the routers of one customer that are of its vendor. */
export const managed: Readonly<Record<SdwanKind, Managed>> = {
  vmanage: { name: 'Catalyst SD-WAN Paris', customer: 'boreval', vendor: 'Cisco', tunnelKey: tunnelName },
  nuage: { name: 'Nuage VSD Lyon', customer: 'tessandre', vendor: 'Nokia', tunnelKey: probeName },
  fortinet: { name: 'FortiManager Oslo', customer: 'nordhaven', vendor: 'Fortinet', tunnelKey: checkName },
};

/** TCP port of a manager, behind the UDP port of the agents. */
export const managerPort = (kind: SdwanKind, agentPort: number): number =>
  agentPort + 1 + Object.keys(managed).indexOf(kind);

const isManaged = (device: FleetDevice, { customer, vendor }: Managed): boolean =>
  device.customer === customer && device.vendor === vendor;

/** The tunnels of a device in the inventory. Those of the last device of a manager are missing: its synchronisation proposes them. */
export function shownTunnels({ devices }: Pick<Fleet, 'devices'>): (device: FleetDevice) => readonly {
  readonly kind: 'tunnel';
  readonly name: string;
  readonly source: SdwanKind;
}[] {
  const byDevice = new Map<string, { kind: 'tunnel'; name: string; source: SdwanKind }[]>();
  for (const [kind, one] of Object.entries(managed) as [SdwanKind, Managed][]) {
    const overlay = overlayOf(devices.filter((device) => isManaged(device, one)));
    const last = overlay.devices.at(-1);
    for (const tunnel of overlay.tunnels)
      if (tunnel.from !== last)
        byDevice.set(tunnel.from.systemIp, [
          ...(byDevice.get(tunnel.from.systemIp) ?? []),
          { kind: 'tunnel', name: one.tunnelKey(tunnel), source: kind },
        ]);
  }
  return ({ address }) => byDevice.get(address) ?? [];
}

/** Position in its overlay of the device whose applications a manager measures; the last one is proposed and no such device. */
const MEASURED = 3;

/** Addresses of the demonstration's devices that export no flows: their managers measure their applications. */
export function measuredByManagers({
  devices,
  startedMs,
}: Pick<Fleet, 'devices' | 'startedMs'>): ReadonlySet<string> {
  if (startedMs === undefined) return new Set();
  return new Set(
    [managed.vmanage, managed.nuage].flatMap((one) => {
      const own = devices.filter((device) => isManaged(device, one));
      return own.slice(MEASURED, Math.min(MEASURED + 1, own.length - 1)).map(({ address }) => address);
    }),
  );
}

interface Managing {
  readonly fleet: Fleet;
  readonly countersOf: (device: FleetDevice) => DeviceCounters;
}

/** The overlay of each manager; its devices are up while their agents respond. */
export function managedOverlays({ fleet, countersOf }: Managing): (kind: SdwanKind) => Overlay {
  const counters = new Map(fleet.devices.map((device) => [device.index, countersOf(device)]));
  const responds = ({ index }: FleetDevice, atMs: number): boolean =>
    counters.get(index)?.responds(afterOrigin(atMs)) !== false;
  return (kind) =>
    overlayOf(
      fleet.devices.filter((device) => isManaged(device, managed[kind])),
      responds,
    );
}

interface Needs extends Managing {
  readonly agentPort: number;
  readonly clock: Clock;
}

/** Starts the managers of the demonstration. */
export function startManagers({
  fleet,
  countersOf,
  agentPort,
  clock,
}: Needs): Promise<readonly SimulatedServer[]> {
  const overlay = managedOverlays({ fleet, countersOf });
  const at = (kind: SdwanKind) => ({
    host: SDWAN_MANAGERS,
    port: managerPort(kind, agentPort),
    clock,
    sampleS: SAMPLE_S,
    ...MANAGER_LOGIN,
  });
  const [ofVmanage, ofNuage, ofFortinet] = [managed.vmanage, managed.nuage, managed.fortinet];
  return Promise.all([
    startVmanage({
      ...at('vmanage'),
      tenants: [{ id: '1', name: ofVmanage.customer, overlay: overlay('vmanage') }],
    }),
    startNuage({
      ...at('nuage'),
      organization: 'csp',
      enterprises: [{ id: '1', name: ofNuage.customer, overlay: overlay('nuage') }],
    }),
    startFortinet({
      ...at('fortinet'),
      adoms: [{ name: ofFortinet.customer, overlay: overlay('fortinet') }],
    }),
  ]);
}

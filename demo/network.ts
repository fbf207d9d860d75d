import {
  NetworkFile as NetworkFileSchema,
  type NetworkFile,
  type NetworkFileInput,
} from '#schemas/inventory/network-file.ts';
import { fleetCockpits } from './fleet-cockpits.ts';
import type { Fleet, FleetDevice } from './model.ts';
import { measuredByManagers, shownTunnels } from './sdwan/fleet-managers.ts';
import { shownComponents } from './snmp/component-mib.ts';

export const FLEET_COMMUNITY = 'telltale-demo';

type Tunnels = ReturnType<typeof shownTunnels>;

interface Shown {
  /** UDP port of the agents. */
  readonly port: number;
  readonly tunnels: Tunnels;
  /** Addresses of devices that export no flows. */
  readonly quiet: ReadonlySet<string>;
}

/** What a device exports, by the address that it comes from. */
const exportsOf = ({ address, flows }: FleetDevice) => ({
  kind: 'collector' as const,
  name: flows.protocol === 'ipfix' ? 'IPFIX' : 'NetFlow v9',
  key: address,
});

const deviceOf = (device: FleetDevice, { port, tunnels, quiet }: Shown) => ({
  name: device.name,
  address: device.address,
  vendor: device.vendor,
  model: device.model,
  snmp: { version: 'v2c', community: FLEET_COMMUNITY, port } as const,
  exporters: quiet.has(device.address) ? [] : [device.address],
  interfaces: device.ports.map(({ name, alias, contractBps }) => ({
    name,
    alias,
    ...(contractBps === undefined ? {} : { bandwidthInBps: contractBps, bandwidthOutBps: contractBps }),
  })),
  components: [
    ...shownComponents(device),
    ...tunnels(device),
    ...(quiet.has(device.address) ? [] : [exportsOf(device)]),
  ],
});

const regionNames = {
  europe: 'Europe',
  americas: 'Americas',
  asia: 'Asia Pacific',
  africa: 'Africa',
} as const;

/** France is where most sites are: its regions are halves of the country. */
const NORTH_OF = 46.5;

function regionOf({ city }: FleetDevice): string {
  if (city.region !== 'france') return regionNames[city.region];
  return city.latitude >= NORTH_OF ? 'North' : 'South';
}

const siteOf = (device: FleetDevice, shown: Shown) => ({
  name: device.site,
  city: device.city.name,
  country: device.city.country,
  region: regionOf(device),
  latitude: device.latitude,
  longitude: device.longitude,
  networks: [`${device.network}.0/24`],
  devices: [deviceOf(device, shown)],
});

/** The fleet as an operator's network file. `agentPort` is the UDP port of its agents. */
export function networkOf({ customerList, devices, startedMs }: Fleet, agentPort: number): NetworkFile {
  const shown: Shown = {
    port: agentPort,
    tunnels: shownTunnels({ devices }),
    quiet: measuredByManagers({ devices, startedMs }),
  };
  return NetworkFileSchema.parse({
    customers: customerList.map((customer) => ({
      ...customer,
      sites: devices
        .filter((device) => device.customer === customer.clientId)
        .map((device) => siteOf(device, shown)),
    })),
    cockpits: [...fleetCockpits(devices)],
  } satisfies NetworkFileInput);
}

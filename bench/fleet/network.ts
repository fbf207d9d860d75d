import type { NetworkFile, NetworkFileInput } from '#schemas/inventory/network-file.ts';
import { NetworkFile as NetworkFileSchema } from '#schemas/inventory/network-file.ts';
import type { Fleet, FleetDevice } from './model.ts';
import { shownComponents } from './snmp/component-mib.ts';

export const FLEET_COMMUNITY = 'telltale-demo';

type AlarmInput = NonNullable<NonNullable<NetworkFileInput['cockpits']>[number]['alarms']>[number];

const alarm = (
  label: string,
  kpi: AlarmInput['kpi'],
  rule: Omit<AlarmInput, 'label' | 'kpi'>,
): AlarmInput => ({ label, kpi, ...rule });

const above = (threshold: number, severity: AlarmInput['severity']) =>
  ({ operator: '>=', threshold, severity, outliers: 2, measures: 3 }) as const;

/** Alarms that a provider would define for access lines. */
const alarms: readonly AlarmInput[] = [
  alarm('Inbound utilisation over 80%', 'itf_in_util', above(80, 'major')),
  alarm('Outbound utilisation over 80%', 'itf_out_util', above(80, 'major')),
  alarm('Inbound saturation', 'itf_in_util', above(95, 'critical')),
  alarm('Outbound saturation', 'itf_out_util', {
    ...above(95, 'critical'),
    ...{ clearAfter: 3, noDataMinutes: 15, acknowledgementMinutes: 10 },
  }),
  alarm('Inbound errors', 'itf_in_err', above(1, 'major')),
  alarm('Outbound errors', 'itf_out_err', above(1, 'major')),
  alarm('Inbound discards', 'itf_in_disc', above(1, 'major')),
  alarm('Outbound discards', 'itf_out_disc', above(1, 'major')),
  alarm('Interface down', 'itf_avail', {
    operator: '<',
    threshold: 99,
    severity: 'critical',
    outliers: 2,
    measures: 3,
  }),
  alarm('Inlet temperature over 40 °C', 'sensor_temperature', above(40, 'major')),
  alarm('BGP session down', 'bgp_avail', {
    operator: '<',
    threshold: 99,
    severity: 'critical',
    outliers: 2,
    measures: 3,
  }),
  alarm('Device unreachable', 'cpe_avail', {
    operator: '<',
    threshold: 50,
    severity: 'critical',
    outliers: 2,
    measures: 3,
  }),
];

const deviceOf = (device: FleetDevice, port: number) => ({
  name: device.name,
  address: device.address,
  vendor: device.vendor,
  model: device.model,
  snmp: { version: 'v2c', community: FLEET_COMMUNITY, port } as const,
  exporters: [device.address],
  interfaces: device.ports.map(({ name, alias, contractBps }) => ({
    name,
    alias,
    ...(contractBps === undefined ? {} : { bandwidthInBps: contractBps, bandwidthOutBps: contractBps }),
  })),
  components: shownComponents(device),
});

const siteOf = (device: FleetDevice, port: number) => ({
  name: device.site,
  city: device.city.name,
  country: device.city.country,
  latitude: device.latitude,
  longitude: device.longitude,
  networks: [`${device.network}.0/24`],
  devices: [deviceOf(device, port)],
});

/** The fleet as an operator's network file. `agentPort` is the UDP port of its agents. */
export function networkOf({ customerList, devices }: Fleet, agentPort: number): NetworkFile {
  return NetworkFileSchema.parse({
    customers: customerList.map((customer) => ({
      ...customer,
      sites: devices
        .filter((device) => device.customer === customer.clientId)
        .map((device) => siteOf(device, agentPort)),
    })),
    cockpits: [
      { name: 'Access lines', description: 'Health of access lines and routers', alarms: [...alarms] },
    ],
  } satisfies NetworkFileInput);
}

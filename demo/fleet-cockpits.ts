import type { NetworkFileInput } from '#schemas/inventory/network-file.ts';
import type { FleetDevice } from './model.ts';
import { storyDevice } from './story/plot.ts';

type CockpitInput = NonNullable<NetworkFileInput['cockpits']>[number];
type AlarmInput = NonNullable<CockpitInput['alarms']>[number];
type ThresholdInput = NonNullable<AlarmInput['thresholds']>[number];

/** Screens show these names in the reader's language (`schemas/name/built-in-name.ts`). */
const alarm = (
  label: string,
  kpi: AlarmInput['kpi'],
  rule: Omit<AlarmInput, 'label' | 'kpi'>,
): AlarmInput => ({ label, kpi, ...rule });

const above = (threshold: number, severity: AlarmInput['severity']) =>
  ({ operator: '>=', threshold, severity, outliers: 2, measures: 3 }) as const;
const below = (threshold: number, severity: AlarmInput['severity']) =>
  ({ operator: '<', threshold, severity, outliers: 2, measures: 3 }) as const;

/** Two customers that want to know earlier or later, and one line that is known to be busy. */
function ownThresholds(devices: readonly FleetDevice[]): ThresholdInput[] {
  const has = (customer: string): boolean => devices.some((device) => device.customer === customer);
  const line = storyDevice(devices, 'quillridge');
  const port = line?.ports[0]?.name;
  return [
    ...(has('tessandre') ? [{ customer: 'tessandre', value: 70 }] : []),
    ...(has('solenne') ? [{ customer: 'solenne', value: 90 }] : []),
    ...(line === undefined || port === undefined
      ? []
      : [{ customer: line.customer, site: line.site, device: line.name, interface: port, value: 85 }]),
  ];
}

const lineAlarms = (devices: readonly FleetDevice[]): AlarmInput[] => [
  alarm('Inbound saturation', 'itf_in_util', {
    ...above(80, 'major'),
    levels: { critical: 95 },
    noDataMinutes: 60,
    thresholds: ownThresholds(devices),
  }),
  alarm('Outbound saturation', 'itf_out_util', {
    ...above(80, 'major'),
    levels: { critical: 95 },
    clearAfter: 3,
    noDataMinutes: 15,
    acknowledgementMinutes: 10,
  }),
  alarm('Inbound errors', 'itf_in_err', above(1, 'major')),
  alarm('Outbound errors', 'itf_out_err', above(1, 'major')),
  alarm('Inbound discards', 'itf_in_disc', above(1, 'major')),
  alarm('Outbound discards', 'itf_out_disc', above(1, 'major')),
  alarm('Interface down', 'itf_avail', below(99, 'critical')),
  alarm('Inlet temperature', 'sensor_temperature', above(40, 'major')),
  alarm('BGP session down', 'bgp_avail', below(99, 'critical')),
  alarm('Device down', 'cpe_avail', below(50, 'critical')),
];

const applicationAlarms: readonly AlarmInput[] = [
  alarm('Application response time', 'app_resp', above(800, 'major')),
  alarm('QoS drops', 'cos_drop', above(5, 'minor')),
  alarm('Internet latency', 'tun_latency', above(150, 'minor')),
];

const serviceAlarms: readonly AlarmInput[] = [
  alarm('SLA: availability', 'itf_avail', {
    ...below(99.9, 'minor'),
    outliers: 6,
    measures: 12,
  }),
  alarm('SLA: CPU load', 'cpe_cpu', above(90, 'minor')),
];

/** Alarms that a provider would define: lines, applications and QoS, service level. */
export const fleetCockpits = (devices: readonly FleetDevice[]): readonly CockpitInput[] => [
  { name: 'WAN', description: 'Access lines and routers', alarms: lineAlarms(devices) },
  {
    name: 'Applications + QoS',
    description: 'Response times, classes of service, Internet',
    alarms: [...applicationAlarms],
  },
  { name: 'SLA', description: 'What contracts promise', alarms: [...serviceAlarms] },
];

import type { NetworkFileInput } from '#schemas/inventory/network-file.ts';
import type { FleetDevice } from './model.ts';
import { storyDevice } from './story/plot.ts';

type CockpitInput = NonNullable<NetworkFileInput['cockpits']>[number];
type AlarmInput = NonNullable<CockpitInput['alarms']>[number];
type ThresholdInput = NonNullable<AlarmInput['thresholds']>[number];

/** Names are those that French and English operators share. */
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
  alarm('Saturation IN', 'itf_in_util', {
    ...above(80, 'major'),
    levels: { critical: 95 },
    noDataMinutes: 60,
    thresholds: ownThresholds(devices),
  }),
  alarm('Saturation OUT', 'itf_out_util', {
    ...above(80, 'major'),
    levels: { critical: 95 },
    clearAfter: 3,
    noDataMinutes: 15,
    acknowledgementMinutes: 10,
  }),
  alarm('Errors IN', 'itf_in_err', above(1, 'major')),
  alarm('Errors OUT', 'itf_out_err', above(1, 'major')),
  alarm('Discards IN', 'itf_in_disc', above(1, 'major')),
  alarm('Discards OUT', 'itf_out_disc', above(1, 'major')),
  alarm('Interface down', 'itf_avail', below(99, 'critical')),
  alarm('Inlet ≥ 40 °C', 'sensor_temperature', above(40, 'major')),
  alarm('BGP down', 'bgp_avail', below(99, 'critical')),
  alarm('Device down', 'cpe_avail', below(50, 'critical')),
];

const applicationAlarms: readonly AlarmInput[] = [
  alarm('Application response ≥ 800 ms', 'app_resp', above(800, 'major')),
  alarm('QoS drops ≥ 5 %', 'cos_drop', above(5, 'minor')),
  alarm('Internet latency ≥ 150 ms', 'tun_latency', above(150, 'minor')),
];

const serviceAlarms: readonly AlarmInput[] = [
  alarm('SLA: availability < 99.9 %', 'itf_avail', {
    ...below(99.9, 'minor'),
    outliers: 6,
    measures: 12,
  }),
  alarm('SLA: CPU ≥ 90 %', 'cpe_cpu', above(90, 'minor')),
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

import { volumesOf } from './overlay-volumes.ts';
import type { SimulatedAlarm } from './overlay-alarms.ts';
import { lineAddress, type Overlay, type OverlayDevice } from './overlay.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';

const port = (device: OverlayDevice, ifname: string, [address, mask]: readonly [string, string]) => ({
  'vdevice-name': device.systemIp,
  ifname,
  'vpn-id': '0',
  'if-admin-status': 'if-state-up',
  'if-oper-status': 'if-oper-state-ready',
  'ip-address': address,
  'ipv4-subnet-mask': mask,
  // Numbers are texts.
  'speed-mbps': '1000',
  mtu: '1500',
});

/** `state/CEdgeInterface` of IOS XE routers. */
export const interfaceRows = (overlay: Overlay): readonly object[] =>
  overlay.devices.flatMap((device) => [
    ...([0, 1] as const).map((line) => ({
      ...port(device, device.uplinks[line], [lineAddress(device, line), '255.255.255.254']),
      description: line === 0 ? 'WAN access' : 'WAN backup',
    })),
    { ...port(device, 'Loopback0', [device.systemIp, '255.255.255.255']), 'speed-mbps': '8000' },
    port(device, 'Null0', ['0.0.0.0', '0.0.0.0']),
  ]);

export const vmanageAlarmRow = ({
  key,
  device,
  type,
  severity,
  message,
  raisedMs,
  clearedMs,
}: SimulatedAlarm) => ({
  uuid: key,
  type: type.toLowerCase().replaceAll('_', '-'),
  rule_name_display: type,
  severity,
  message,
  active: clearedMs === undefined,
  acknowledged: false,
  entry_time: raisedMs,
  receive_time: raisedMs - 500,
  ...(clearedMs !== undefined && { cleared_time: clearedMs }),
  devices: [{ 'system-ip': device.systemIp }],
  values: [{ 'host-name': device.name, 'system-ip': device.systemIp }],
});

interface Rule {
  readonly field?: string;
  readonly operator?: string;
  readonly value?: readonly string[];
}
interface AlarmQuery {
  readonly query?: { readonly rules?: readonly Rule[] };
  readonly size?: number;
  readonly sort?: readonly { readonly order?: string }[];
}

interface AggregationQuery extends AlarmQuery {
  readonly aggregation?: {
    readonly field?: readonly { readonly property?: string }[];
    readonly histogram?: { readonly type?: string; readonly interval?: number };
    readonly metrics?: readonly { readonly property?: string }[];
  };
}

/** The period of a rule on `entry_time`, both ends included; undefined for one without the zone that the manager takes. */
function timesOf(rules: readonly Rule[]): readonly [fromMs: number, toMs: number] | undefined {
  const time = rules.find(({ field, operator }) => field === 'entry_time' && operator === 'between');
  const [fromMs, toMs] = (time?.value ?? []).map((text) =>
    text.endsWith(' UTC') ? Date.parse(`${text.slice(0, -4)}Z`) : NaN,
  );
  return fromMs === undefined || toMs === undefined || Number.isNaN(fromMs + toMs)
    ? undefined
    : [fromMs, toMs];
}

/** Names of the columns that an aggregation requests. */
const requestedColumns = ({ field = [], metrics = [] }: NonNullable<AggregationQuery['aggregation']>) =>
  new Set([...field, ...metrics].map((one) => one.property));

/** What `POST /statistics/dpi/aggregation` returns: rows by device, application and interval, until `untilMs`. */
export function aggregatedVolumes(
  body: string,
  overlay: Overlay,
  untilMs: number,
): readonly object[] | undefined {
  const { query, aggregation = {} } = JSON.parse(body) as AggregationQuery;
  const times = timesOf(query?.rules ?? []);
  const { type, interval = 0 } = aggregation.histogram ?? {};
  const requested = requestedColumns(aggregation);
  if (times === undefined || type !== 'minute' || interval <= 0) return undefined;
  const [startMs, endMs] = [times[0], Math.min(times[1] + 1, untilMs)];
  return volumesOf(overlay, { startMs, endMs, stepMs: interval * MINUTE_MS }).map((one) => {
    const row = {
      vdevice_name: one.device.systemIp,
      application: one.application,
      family: one.family,
      octets: one.octets,
      packets: one.packets,
    };
    const shown = Object.entries(row).filter(([property]) => requested.has(property));
    return { ...Object.fromEntries(shown), entry_time: one.atMs, count: 5 };
  });
}

/** The alarms that the query of `POST /alarms` requests; undefined for one that the manager does not understand. */
export function queriedAlarms(
  body: string,
  all: readonly SimulatedAlarm[],
): readonly SimulatedAlarm[] | undefined {
  const { query, size = 10_000, sort = [] } = JSON.parse(body) as AlarmQuery;
  const rules = query?.rules ?? [];
  const times = timesOf(rules);
  if (times === undefined || size > 10_000) return undefined;
  const [fromMs, toMs] = times;
  const isActiveOnly = rules.some(({ field, value }) => field === 'active' && value?.[0] === 'true');
  const found = all.filter(
    ({ raisedMs, clearedMs }) =>
      raisedMs >= fromMs && raisedMs <= toMs && (!isActiveOnly || clearedMs === undefined),
  );
  const ordered = sort[0]?.order === 'asc' ? found : found.toReversed();
  return ordered.slice(0, size);
}

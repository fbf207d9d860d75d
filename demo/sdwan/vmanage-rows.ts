import {
  deviceValues,
  lineAddress,
  lineValues,
  tunnelValues,
  type Overlay,
  type OverlayDevice,
  type OverlayTunnel,
} from './overlay.ts';

/** TLOC colours of the two lines. */
const COLORS = ['mpls', 'biz-internet'] as const;
const PACKETS = 664;

function deviceRow(device: OverlayDevice, overlay: Overlay, nowMs: number) {
  const isUp = overlay.isUp(device, nowMs);
  return {
    deviceId: device.systemIp,
    'system-ip': device.systemIp,
    'host-name': device.name,
    reachability: isUp ? 'reachable' : 'unreachable',
    personality: 'vedge',
    'device-type': 'vedge',
    uuid: `C8K-${device.serial}`,
    'board-serial': device.serial,
    'device-model': device.model,
    version: '17.12.01',
    'site-id': String(1_000 + device.index),
    'site-name': device.site,
    latitude: String(device.latitude),
    longitude: String(device.longitude),
    // Numbers are texts, and a device that is away has none.
    bfdSessions: isUp ? '2' : '-',
    controlConnections: isUp ? '2' : '0',
    'uptime-date': nowMs - 86_400_000,
    lastupdated: nowMs,
  };
}

/** `GET /device`. */
export const deviceRows = (overlay: Overlay, nowMs: number): readonly object[] =>
  overlay.devices.map((device) => deviceRow(device, overlay, nowMs));

/** `state/BFDSessions`. */
export const bfdRows = (overlay: Overlay, nowMs: number): readonly object[] =>
  overlay.tunnels.map((tunnel) => bfdRow(tunnel, overlay, nowMs));

function bfdRow({ from, to, line }: OverlayTunnel, overlay: Overlay, nowMs: number) {
  const isUp = overlay.isUp(from, nowMs) && overlay.isUp(to, nowMs);
  return {
    'vdevice-name': from.systemIp,
    'vdevice-host-name': from.name,
    'system-ip': to.systemIp,
    'src-ip': lineAddress(from, line),
    'dst-ip': lineAddress(to, line),
    'site-id': 1_000 + to.index,
    'local-color': COLORS[line],
    color: COLORS[line],
    state: isUp ? 'up' : 'down',
    proto: 'ipsec',
    'tx-interval': 1_000,
    'detect-multiplier': '7',
  };
}

/** The name that the manager gives a tunnel. */
export const tunnelName = ({ from, to, line }: OverlayTunnel): string =>
  `${from.systemIp}:${COLORS[line]}-${to.systemIp}:${COLORS[line]}`;

function routeRow(overlay: Overlay, tunnel: OverlayTunnel, atMs: number) {
  const { from, to, line } = tunnel;
  const { isUp, latencyMs, jitterMs, lossPercent } = tunnelValues(overlay, tunnel, atMs);
  const loss = Math.round((PACKETS * lossPercent) / 100);
  return {
    name: tunnelName(tunnel),
    vdevice_name: from.systemIp,
    host_name: from.name,
    local_system_ip: from.systemIp,
    remote_system_ip: to.systemIp,
    local_color: COLORS[line],
    remote_color: COLORS[line],
    proto: 'IPSEC',
    state: isUp ? 'Up' : 'Down',
    latency: Math.round(latencyMs),
    jitter: Math.round(jitterMs),
    loss,
    total: PACKETS,
    loss_percentage: Number(((100 * loss) / PACKETS).toFixed(3)),
    vqoe_score: isUp ? Math.max(0, Math.round(10 - latencyMs / 40 - 2 * lossPercent)) : 0,
    sla_class_names: isUp && latencyMs < 100 ? '__all_tunnels__, Default' : '__all_tunnels__',
    entry_time: atMs,
    statcycletime: atMs,
    tenant: 'default',
    id: `${String(tunnel.index)}-${String(atMs)}`,
  };
}

/** What `devicesystemstatusstatistics` has of a device. Memory is a fraction. */
function systemRow(device: OverlayDevice, atMs: number) {
  const { cpuPercent, memoryPercent } = deviceValues(device, atMs);
  return {
    vdevice_name: device.systemIp,
    host_name: device.name,
    cpu_idle_new: 100 - cpuPercent,
    mem_util: memoryPercent / 100,
    disk_used: 293_187_584,
    disk_avail: 7_245_897_728,
    entry_time: atMs,
  };
}

/** What `interfacestatistics` has of a line: counters are sums of the interval. */
function lineRow(device: OverlayDevice, line: 0 | 1, { atMs, sampleMs }: { atMs: number; sampleMs: number }) {
  const { rxKbps, txKbps } = lineValues(device, line, atMs);
  const octets = (kbps: number): number => Math.round((kbps * sampleMs) / 8);
  return {
    vdevice_name: device.systemIp,
    host_name: device.name,
    interface: device.uplinks[line],
    interface_type: 'physical',
    af_type: 'IPv4',
    oper_status: 'Up',
    rx_kbps: rxKbps,
    tx_kbps: txKbps,
    rx_octets: octets(rxKbps),
    tx_octets: octets(txKbps),
    rx_errors: 0,
    // Missing values are texts.
    tx_errors: '-',
    bw_down: 100_000,
    bw_up: 50_000,
    entry_time: atMs,
  };
}

interface Period {
  readonly startMs: number;
  readonly endMs: number;
}

const dateMs = (text: string | null): number => Date.parse(`${text ?? ''}Z`);

/** Undefined where a date is missing or has a zone: the manager takes neither. */
export function statisticsPeriod(search: URLSearchParams): Period | undefined {
  const [startMs, endMs] = [dateMs(search.get('startDate')), dateMs(search.get('endDate'))];
  return Number.isNaN(startMs) || Number.isNaN(endMs) || search.get('timeZone') !== 'UTC'
    ? undefined
    : { startMs, endMs };
}

const timesOf = ({ startMs, endMs }: Period, sampleMs: number): readonly number[] => {
  const first = Math.ceil(startMs / sampleMs) * sampleMs;
  return Array.from(
    { length: Math.max(0, Math.ceil((endMs - first) / sampleMs)) },
    (_, at) => first + at * sampleMs,
  );
};

/** A row per device that is up and interval. */
export const systemRows = (overlay: Overlay, period: Period, sampleMs: number): readonly object[] =>
  timesOf(period, sampleMs).flatMap((atMs) =>
    overlay.devices.flatMap((one) => (overlay.isUp(one, atMs) ? systemRow(one, atMs) : [])),
  );

/** A row per line of a device that is up and interval. */
export const lineRows = (overlay: Overlay, period: Period, sampleMs: number): readonly object[] =>
  timesOf(period, sampleMs).flatMap((atMs) =>
    overlay.devices.flatMap((one) =>
      overlay.isUp(one, atMs) ? ([0, 1] as const).map((line) => lineRow(one, line, { atMs, sampleMs })) : [],
    ),
  );

/** A row per tunnel and interval within the period. */
export function routeRows(overlay: Overlay, { startMs, endMs }: Period, sampleMs: number): readonly object[] {
  const rows: object[] = [];
  for (let atMs = Math.ceil(startMs / sampleMs) * sampleMs; atMs < endMs; atMs += sampleMs)
    for (const tunnel of overlay.tunnels) rows.push(routeRow(overlay, tunnel, atMs));
  return rows;
}

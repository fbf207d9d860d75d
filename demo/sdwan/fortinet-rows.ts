import {
  deviceValues,
  lineValues,
  tunnelValues,
  type Overlay,
  type OverlayDevice,
  type OverlayTunnel,
} from './overlay.ts';

const CHECK = 'Headquarters';

export function deviceEntry(
  device: OverlayDevice,
  overlay: Overlay,
  { nowMs, vdoms = ['root'] }: { readonly nowMs: number; readonly vdoms?: readonly string[] | undefined },
) {
  return {
    name: device.name,
    hostname: device.name,
    ip: device.systemIp,
    sn: device.serial,
    platform_str: device.model,
    os_ver: '7.0',
    mr: 4,
    patch: 4,
    conn_status: overlay.isUp(device, nowMs) ? 'up' : 'down',
    desc: device.site,
    latitude: String(device.latitude),
    longitude: String(device.longitude),
    vdom: vdoms.map((name) => ({ name, opmode: 'nat', status: null })),
  };
}

/** A member of the SD-WAN of a FortiGate as a health check measures it, as the product names it. */
export const checkName = ({ from, line }: OverlayTunnel): string => `${CHECK} / ${from.uplinks[line]}`;

function member(overlay: Overlay, tunnel: OverlayTunnel, nowMs: number) {
  const { isUp, latencyMs, jitterMs, lossPercent } = tunnelValues(overlay, tunnel, nowMs);
  // A dead member has its state only.
  if (!isUp) return { status: 'down' };
  return {
    status: 'up',
    latency: latencyMs,
    jitter: jitterMs,
    packet_loss: lossPercent,
    packet_sent: 306_958,
    packet_received: 306_895,
    sla_targets_met: latencyMs < 100 ? [1] : [],
  };
}

/** The health checks of a FortiGate. With `*` the response is a list with an entry per VDOM. */
export function healthChecks(
  device: OverlayDevice,
  overlay: Overlay,
  { vdom, nowMs }: { readonly vdom: string; readonly nowMs: number },
): object {
  const own = overlay.tunnels.filter(({ from }) => from === device);
  const members = Object.fromEntries(
    own.map((tunnel) => [device.uplinks[tunnel.line], member(overlay, tunnel, nowMs)]),
  );
  const response = {
    http_method: 'GET',
    path: 'virtual-wan',
    name: 'health-check',
    vdom: vdom === '*' ? 'root' : vdom,
    status: 'success',
    http_status: 200,
    serial: device.serial,
    version: 'v7.4.4',
    results: { [CHECK]: { ...members, ssl_vpn: { status: 'disable' } } },
  };
  return vdom === '*' ? [response] : response;
}

/** `system/resource/usage` of a FortiGate: the newest value of each measure. */
export function resourceUsage(device: OverlayDevice, nowMs: number): object {
  const { cpuPercent, memoryPercent } = deviceValues(device, nowMs);
  const of = (current: number) => [{ current: Math.round(current), historical: {} }];
  const results = { cpu: of(cpuPercent), mem: of(memoryPercent), session: of(180 + device.index) };
  return { http_method: 'GET', results, status: 'success', http_status: 200, serial: device.serial };
}

/** `virtual-wan/members` of a FortiGate, bandwidths in bit/s. */
export function wanMembers(device: OverlayDevice, { vdom, nowMs }: { vdom: string; nowMs: number }): object {
  const lines = ([0, 1] as const).map((line) => {
    const { rxKbps, txKbps } = lineValues(device, line, nowMs);
    const bandwidth = { rx_bandwidth: rxKbps * 1_000, tx_bandwidth: txKbps * 1_000 };
    return [device.uplinks[line], { link: 'up', session: 40, ...bandwidth }] as const;
  });
  const response = { results: Object.fromEntries(lines), vdom: 'root', status: 'success', http_status: 200 };
  return vdom === '*' ? [response] : response;
}

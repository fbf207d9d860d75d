import {
  deviceValues,
  lineValues,
  tunnelValues,
  type Overlay,
  type OverlayDevice,
  type OverlayTunnel,
} from './overlay.ts';

interface Enterprise {
  readonly id: string;
  readonly name: string;
  readonly overlay: Overlay;
}

export function gatewayRow(device: OverlayDevice, { id, overlay }: Enterprise, nowMs: number) {
  return {
    ID: `nsg-${device.serial}`,
    parentID: id,
    parentType: 'enterprise',
    enterpriseID: id,
    name: device.name,
    description: device.site,
    systemID: device.systemIp,
    personality: 'NSG',
    family: 'NSG_E',
    productName: device.model,
    serialNumber: device.serial,
    NSGVersion: '20.10.9',
    bootstrapStatus: overlay.isUp(device, nowMs) ? 'ACTIVE' : 'INACTIVE',
    configurationStatus: 'SUCCESS',
  };
}

const uplink = (line: 0 | 1): string => (line === 0 ? 'primary1' : 'secondary2');

const NPM_GROUP = 'npm-gold';

/** The pair of gateways and lines that a probe measures, as the product names it. */
export const probeName = ({ from, to, line }: OverlayTunnel): string =>
  `${from.name}::${uplink(line)}→${to.name}::${uplink(line)}::${NPM_GROUP}`;

/** Probes of the tunnels of an enterprise. Of a session that is down, the means are the text `Null`. */
export function probeRows(
  { name, overlay }: Enterprise,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
  sampleMs: number,
): readonly object[] {
  const rows: object[] = [];
  for (let atMs = Math.ceil(startMs / sampleMs) * sampleMs; atMs < endMs; atMs += sampleMs)
    for (const tunnel of overlay.tunnels) {
      const { isUp, latencyMs, jitterMs, lossPercent } = tunnelValues(overlay, tunnel, atMs);
      rows.push({
        timestamp: atMs,
        EnterpriseName: name,
        Domain: 'Domain1',
        SrcNSG: tunnel.from.systemIp,
        SourceNSG: tunnel.from.name,
        DstNSG: tunnel.to.systemIp,
        DestinationNSG: tunnel.to.name,
        SrcUplink: uplink(tunnel.line),
        DstUplink: uplink(tunnel.line),
        NPMGroup: NPM_GROUP,
        PerfMonitor: 'PM-0',
        MonitorProbeInterval: sampleMs / 1_000,
        AvgDelay: isUp ? latencyMs : 'Null',
        AvgJitter: isUp ? jitterMs : 'Null',
        AvgPktLoss: isUp ? lossPercent : 'Null',
        ControlSessionState: isUp ? 'Up' : 'Down',
      });
    }
  return rows;
}

interface Sampled {
  readonly startMs: number;
  readonly endMs: number;
}

/** Rows of gateways that are up, at every interval. */
function gatewayRows(
  { overlay }: Enterprise,
  { startMs, endMs }: Sampled,
  {
    sampleMs,
    rowsOf,
  }: { sampleMs: number; rowsOf: (device: OverlayDevice, atMs: number) => readonly object[] },
): readonly object[] {
  const rows: object[] = [];
  for (let atMs = Math.ceil(startMs / sampleMs) * sampleMs; atMs < endMs; atMs += sampleMs)
    for (const device of overlay.devices) if (overlay.isUp(device, atMs)) rows.push(...rowsOf(device, atMs));
  return rows;
}

/** `nuage_sysmon` of an enterprise. */
export const sysmonRows = (enterprise: Enterprise, period: Sampled, sampleMs: number): readonly object[] =>
  gatewayRows(enterprise, period, {
    sampleMs,
    rowsOf(device, atMs) {
      const { cpuPercent, memoryPercent } = deviceValues(device, atMs);
      const used = Math.round(80_000 * memoryPercent);
      return [
        {
          timestamp: atMs,
          EnterpriseName: enterprise.name,
          ns_gateway: device.name,
          cpu: { average: cpuPercent },
          memory: { used, free: 8_000_000 - used },
        },
      ];
    },
  });

/** `nuage_vlan` of an enterprise: bytes within the interval. */
export const portRows = (enterprise: Enterprise, period: Sampled, sampleMs: number): readonly object[] =>
  gatewayRows(enterprise, period, {
    sampleMs,
    rowsOf: (device, atMs) =>
      ([0, 1] as const).map((line) => {
        const { rxKbps, txKbps } = lineValues(device, line, atMs);
        return {
          timestamp: atMs,
          nuage_metadata: {
            enterpriseName: enterprise.name,
            nsgatewayName: device.name,
            portName: device.uplinks[line],
          },
          bytes_in: Math.round((rxKbps * sampleMs) / 8),
          bytes_out: Math.round((txKbps * sampleMs) / 8),
        };
      }),
  });

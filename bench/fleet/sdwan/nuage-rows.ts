import { tunnelValues } from './overlay.ts';
import type { Overlay, OverlayDevice, OverlayTunnel } from './overlay.ts';

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

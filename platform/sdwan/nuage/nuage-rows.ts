import { known, numberOf, textOf } from '../lenient.ts';
import type { Fields } from '../lenient.ts';
import type { ManagedDevice, ManagedTunnel, TunnelSample } from '../manager-client.ts';

export const deviceOf = (row: Fields, tenant: string): ManagedDevice => ({
  tenant,
  name: textOf(row, 'name'),
  address: textOf(row, 'systemID'),
  site: textOf(row, 'description'),
  model: textOf(row, 'productName'),
  serial: textOf(row, 'serialNumber'),
  software: textOf(row, 'NSGVersion'),
  latitude: undefined,
  longitude: undefined,
});

/** A pair of gateways, their lines and the group of measurements. */
function probeOf(row: Fields): Pick<ManagedTunnel, 'device' | 'key' | 'fields'> | undefined {
  const device = textOf(row, 'SourceNSG', 'SrcNSG');
  const remote = textOf(row, 'DestinationNSG', 'DstNSG');
  const [localUplink, remoteUplink] = [textOf(row, 'SrcUplink'), textOf(row, 'DstUplink')];
  const group = textOf(row, 'NPMGroup');
  if ([device, remote, localUplink, remoteUplink].includes('')) return undefined;
  return {
    device,
    key: `${device}::${localUplink}→${remote}::${remoteUplink}::${group}`,
    fields: { remote, localUplink, remoteUplink, group },
  };
}

/** Rows of `nuage_dpi_probestats`. The means of a session that is down are the text `Null`. */
export function sampleOf(row: Fields, tenant: string): TunnelSample | undefined {
  const [probe, atMs] = [probeOf(row), numberOf(row, 'timestamp')];
  if (probe === undefined || atMs === undefined) return undefined;
  const values = known({
    nu_session_up: textOf(row, 'ControlSessionState').toLowerCase() === 'up' ? 1 : 0,
    nu_avg_delay: numberOf(row, 'AvgDelay'),
    nu_avg_jitter: numberOf(row, 'AvgJitter'),
    nu_avg_pkt_loss: numberOf(row, 'AvgPktLoss'),
  });
  return { tenant, device: probe.device, key: probe.key, atMs, values };
}

export function tunnelOf(row: Fields, tenant: string): ManagedTunnel | undefined {
  const probe = probeOf(row);
  return probe && { tenant, ...probe };
}

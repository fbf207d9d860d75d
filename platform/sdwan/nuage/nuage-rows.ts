import { knownValues, looseNumber, looseText } from '../lenient.ts';
import type { LooseFields } from '../lenient.ts';
import type { ManagedDevice, ManagedTunnel, TunnelSample } from '../sdwan-client.ts';

export const nuageDevice = (row: LooseFields, tenant: string): ManagedDevice => ({
  tenant,
  name: looseText(row, 'name'),
  address: looseText(row, 'systemID'),
  site: looseText(row, 'description'),
  model: looseText(row, 'productName'),
  serial: looseText(row, 'serialNumber'),
  software: looseText(row, 'NSGVersion'),
  latitude: undefined,
  longitude: undefined,
});

/** A pair of gateways, their lines and the group of measurements. */
function probeOf(row: LooseFields): Pick<ManagedTunnel, 'device' | 'key' | 'fields'> | undefined {
  const device = looseText(row, 'SourceNSG', 'SrcNSG');
  const remote = looseText(row, 'DestinationNSG', 'DstNSG');
  const [localUplink, remoteUplink] = [looseText(row, 'SrcUplink'), looseText(row, 'DstUplink')];
  const group = looseText(row, 'NPMGroup');
  if ([device, remote, localUplink, remoteUplink].includes('')) return undefined;
  return {
    device,
    key: `${device}::${localUplink}→${remote}::${remoteUplink}::${group}`,
    fields: { remote, localUplink, remoteUplink, group },
  };
}

/** Rows of `nuage_dpi_probestats`. The means of a session that is down are the text `Null`. */
export function nuageSample(row: LooseFields, tenant: string): TunnelSample | undefined {
  const [probe, atMs] = [probeOf(row), looseNumber(row, 'timestamp')];
  if (probe === undefined || atMs === undefined) return undefined;
  const values = knownValues({
    nu_session_up: looseText(row, 'ControlSessionState').toLowerCase() === 'up' ? 1 : 0,
    nu_avg_delay: looseNumber(row, 'AvgDelay'),
    nu_avg_jitter: looseNumber(row, 'AvgJitter'),
    nu_avg_pkt_loss: looseNumber(row, 'AvgPktLoss'),
  });
  return { tenant, device: probe.device, key: probe.key, atMs, values };
}

export function nuageTunnel(row: LooseFields, tenant: string): ManagedTunnel | undefined {
  const probe = probeOf(row);
  return probe && { tenant, ...probe };
}

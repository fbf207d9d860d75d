import { knownValues, looseFields, looseNumber, looseText, type LooseFields } from '../lenient.ts';
import type { ManagedDevice, ManagedSample, ManagedTunnel } from '../sdwan-client.ts';

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
export function nuageSample(row: LooseFields, tenant: string): ManagedSample | undefined {
  const [probe, atMs] = [probeOf(row), looseNumber(row, 'timestamp')];
  if (probe === undefined || atMs === undefined) return undefined;
  const values = knownValues({
    nu_session_up: looseText(row, 'ControlSessionState').toLowerCase() === 'up' ? 1 : 0,
    nu_avg_delay: looseNumber(row, 'AvgDelay'),
    nu_avg_jitter: looseNumber(row, 'AvgJitter'),
    nu_avg_pkt_loss: looseNumber(row, 'AvgPktLoss'),
  });
  return { kind: 'tunnel', tenant, device: probe.device, key: probe.key, atMs, values };
}

export function nuageTunnel(row: LooseFields, tenant: string): ManagedTunnel | undefined {
  const probe = probeOf(row);
  return probe && { tenant, ...probe };
}

/** A gateway as it is now. */
export const gatewaySample = (row: LooseFields, tenant: string, atMs: number): ManagedSample => ({
  kind: 'device',
  tenant,
  device: looseText(row, 'name'),
  key: '',
  atMs,
  address: looseText(row, 'systemID') || undefined,
  values: { nu_active: looseText(row, 'bootstrapStatus') === 'ACTIVE' ? 1 : 0 },
});

/** Rows of `nuage_sysmon`. */
export function systemSample(row: LooseFields, tenant: string): ManagedSample | undefined {
  const [device, atMs] = [looseText(row, 'ns_gateway', 'agentname'), looseNumber(row, 'timestamp')];
  if (device === '' || atMs === undefined) return undefined;
  const memory = looseFields(row['memory']);
  const [used, free] = [looseNumber(memory, 'used'), looseNumber(memory, 'free')];
  const isKnown = used !== undefined && free !== undefined && used + free > 0;
  const values = knownValues({
    nu_cpu: looseNumber(looseFields(row['cpu']), 'average'),
    nu_memory: isKnown ? (100 * used) / (used + free) : undefined,
  });
  return { kind: 'device', tenant, device, key: '', atMs, values };
}

/** Rows of `nuage_vlan`: bytes of a port within their interval. */
export function portSample(row: LooseFields, tenant: string): ManagedSample | undefined {
  const place = looseFields(row['nuage_metadata']);
  const [device, key] = [looseText(place, 'nsgatewayName'), looseText(place, 'portName')];
  const atMs = looseNumber(row, 'timestamp');
  if (device === '' || key === '' || atMs === undefined) return undefined;
  const values = knownValues({
    nu_bytes_in: looseNumber(row, 'bytes_in'),
    nu_bytes_out: looseNumber(row, 'bytes_out'),
  });
  return { kind: 'interface', tenant, device, key, atMs, values };
}

/** The enterprise of a row of statistics. */
export const enterpriseOf = (row: LooseFields): string =>
  looseText(row, 'EnterpriseName') || looseText(looseFields(row['nuage_metadata']), 'enterpriseName');

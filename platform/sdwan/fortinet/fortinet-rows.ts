import { looseFields, knownValues, looseNumber, looseRows, looseText, type LooseFields } from '../lenient.ts';
import type { ManagedDevice, ManagedSample, ManagedTunnel } from '../sdwan-client.ts';

export function fortinetDevice(row: LooseFields, tenant: string): ManagedDevice {
  // os_ver alone is misleading: the version is its major part with mr and patch.
  const major = looseText(row, 'os_ver').split('.')[0] ?? '';
  return {
    tenant,
    name: looseText(row, 'name', 'hostname'),
    address: looseText(row, 'ip'),
    site: looseText(row, 'desc'),
    model: looseText(row, 'platform_str'),
    serial: looseText(row, 'sn'),
    software: major === '' ? '' : `${major}.${looseText(row, 'mr') || '0'}.${looseText(row, 'patch') || '0'}`,
    latitude: looseNumber(row, 'latitude'),
    longitude: looseNumber(row, 'longitude'),
  };
}

/** A member of the SD-WAN of a FortiGate as a health check sees it. */
export interface Member {
  readonly device: string;
  readonly check: string;
  readonly port: string;
  readonly fields: LooseFields;
}

/** Members in the responses of the FortiGates; a disabled member is none. */
export function membersOf(responses: readonly LooseFields[]): readonly Member[] {
  return responses.flatMap((reply) => {
    const device = looseText(reply, 'target');
    const { response } = reply;
    // With `*` as VDOM a FortiGate returns a list.
    return (Array.isArray(response) ? response : [response]).flatMap((one) =>
      Object.entries(looseFields(looseFields(one)['results'])).flatMap(([check, ports]) =>
        Object.entries(looseFields(ports)).flatMap(([port, value]): readonly Member[] => {
          const fields = looseFields(value);
          return ['', 'disable'].includes(looseText(fields, 'status'))
            ? []
            : [{ device, check, port, fields }];
        }),
      ),
    );
  });
}

const keyOf = ({ check, port }: Member): string => `${check} / ${port}`;

export const fortinetTunnel = (member: Member, tenant: string): ManagedTunnel => ({
  tenant,
  device: member.device,
  key: keyOf(member),
  fields: { healthCheck: member.check, interface: member.port },
});

export function fortinetSample(
  member: Member,
  { tenant, atMs }: { tenant: string; atMs: number },
): ManagedSample {
  const { device, fields } = member;
  const isUp = looseText(fields, 'status') === 'up';
  const targets = fields['sla_targets_met'];
  const measured = {
    fo_latency: looseNumber(fields, 'latency'),
    fo_jitter: looseNumber(fields, 'jitter'),
    fo_packet_loss: looseNumber(fields, 'packet_loss'),
    fo_sla_met: Array.isArray(targets) ? Math.min(1, targets.length) : undefined,
  };
  const values = knownValues({ fo_up: isUp ? 1 : 0, ...(isUp && measured) });
  return { kind: 'tunnel', tenant, device, key: keyOf(member), atMs, values };
}

interface ReadAt {
  readonly tenant: string;
  readonly atMs: number;
}

/** A device of the ADOM as it is now. */
export const connectedSample = (row: LooseFields, { tenant, atMs }: ReadAt): ManagedSample => ({
  kind: 'device',
  tenant,
  device: looseText(row, 'name', 'hostname'),
  key: '',
  atMs,
  values: { fo_connected: looseText(row, 'conn_status') === 'up' ? 1 : 0 },
});

/** Samples with the addresses at which the manager lists their FortiGates. */
export function withAddresses(
  samples: readonly ManagedSample[],
  rows: readonly LooseFields[],
): readonly ManagedSample[] {
  const addresses = new Map(rows.map((row) => [looseText(row, 'name', 'hostname'), looseText(row, 'ip')]));
  return samples.map((sample) => ({ ...sample, address: addresses.get(sample.device) || undefined }));
}

/** Results of the FortiGates, one per VDOM where there are several. */
const resultsOf = (reply: LooseFields): readonly LooseFields[] => {
  const { response } = reply;
  return (Array.isArray(response) ? response : [response]).map((one) =>
    looseFields(looseFields(one)['results']),
  );
};

/** Responses to `system/resource/usage`. */
export function usageSamples(
  responses: readonly LooseFields[],
  { tenant, atMs }: ReadAt,
): readonly ManagedSample[] {
  return responses.flatMap((reply): readonly ManagedSample[] => {
    const [results = {}] = resultsOf(reply);
    const current = (name: string) => looseNumber(looseRows(results[name])[0] ?? {}, 'current');
    const values = knownValues({
      fo_cpu: current('cpu'),
      fo_mem: current('mem'),
      fo_sessions: current('session'),
    });
    return [{ kind: 'device', tenant, device: looseText(reply, 'target'), key: '', atMs, values }];
  });
}

/** Responses to `virtual-wan/members`: the lines of the SD-WAN. */
export function lineSamples(
  responses: readonly LooseFields[],
  { tenant, atMs }: ReadAt,
): readonly ManagedSample[] {
  return responses.flatMap((reply) =>
    resultsOf(reply).flatMap((results) =>
      Object.entries(results).map(([key, value]): ManagedSample => {
        const fields = looseFields(value);
        const values = knownValues({
          fo_link: looseText(fields, 'link') === 'up' ? 1 : 0,
          fo_rx_bandwidth: looseNumber(fields, 'rx_bandwidth'),
          fo_tx_bandwidth: looseNumber(fields, 'tx_bandwidth'),
        });
        return { kind: 'interface', tenant, device: looseText(reply, 'target'), key, atMs, values };
      }),
    ),
  );
}

import { looseFields, knownValues, looseNumber, looseText } from '../lenient.ts';
import type { LooseFields } from '../lenient.ts';
import type { ManagedDevice, ManagedTunnel, TunnelSample } from '../sdwan-client.ts';

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

/** Members in the answers of the FortiGates; a disabled member is none. */
export function membersOf(answers: readonly LooseFields[]): readonly Member[] {
  return answers.flatMap((answer) => {
    const device = looseText(answer, 'target');
    const { response } = answer;
    // With `*` as VDOM a FortiGate answers a list.
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
): TunnelSample {
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
  return { tenant, device, key: keyOf(member), atMs, values };
}

import { fieldsOf, known, numberOf, textOf } from '../lenient.ts';
import type { Fields } from '../lenient.ts';
import type { ManagedDevice, ManagedTunnel, TunnelSample } from '../manager-client.ts';

export function deviceOf(row: Fields, tenant: string): ManagedDevice {
  // os_ver alone is misleading: the version is its major part with mr and patch.
  const major = textOf(row, 'os_ver').split('.')[0] ?? '';
  return {
    tenant,
    name: textOf(row, 'name', 'hostname'),
    address: textOf(row, 'ip'),
    site: textOf(row, 'desc'),
    model: textOf(row, 'platform_str'),
    serial: textOf(row, 'sn'),
    software: major === '' ? '' : `${major}.${textOf(row, 'mr') || '0'}.${textOf(row, 'patch') || '0'}`,
    latitude: numberOf(row, 'latitude'),
    longitude: numberOf(row, 'longitude'),
  };
}

/** A member of the SD-WAN of a FortiGate as a health check sees it. */
export interface Member {
  readonly device: string;
  readonly check: string;
  readonly port: string;
  readonly fields: Fields;
}

/** Members in the answers of the FortiGates; a disabled member is none. */
export function membersOf(answers: readonly Fields[]): readonly Member[] {
  return answers.flatMap((answer) => {
    const device = textOf(answer, 'target');
    const { response } = answer;
    // With `*` as VDOM a FortiGate answers a list.
    return (Array.isArray(response) ? response : [response]).flatMap((one) =>
      Object.entries(fieldsOf(fieldsOf(one)['results'])).flatMap(([check, ports]) =>
        Object.entries(fieldsOf(ports)).flatMap(([port, value]): readonly Member[] => {
          const fields = fieldsOf(value);
          return ['', 'disable'].includes(textOf(fields, 'status')) ? [] : [{ device, check, port, fields }];
        }),
      ),
    );
  });
}

const keyOf = ({ check, port }: Member): string => `${check} / ${port}`;

export const tunnelOf = (member: Member, tenant: string): ManagedTunnel => ({
  tenant,
  device: member.device,
  key: keyOf(member),
  fields: { healthCheck: member.check, interface: member.port },
});

export function sampleOf(member: Member, { tenant, atMs }: { tenant: string; atMs: number }): TunnelSample {
  const { device, fields } = member;
  const isUp = textOf(fields, 'status') === 'up';
  const targets = fields['sla_targets_met'];
  const measured = {
    fo_latency: numberOf(fields, 'latency'),
    fo_jitter: numberOf(fields, 'jitter'),
    fo_packet_loss: numberOf(fields, 'packet_loss'),
    fo_sla_met: Array.isArray(targets) ? Math.min(1, targets.length) : undefined,
  };
  const values = known({ fo_up: isUp ? 1 : 0, ...(isUp && measured) });
  return { tenant, device, key: keyOf(member), atMs, values };
}

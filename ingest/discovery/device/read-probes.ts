import type { FoundPart } from '#schemas/discovery/found.ts';
import { canonicalAddress } from '#schemas/inventory/network-file-address.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
import type { SnmpValue } from '../../snmp/agent/value.ts';
import { numberOrZero, readColumns, trimmedText } from '../../snmp/request/read-columns.ts';

const MAX_PROBES = 5_000;
const RTTMON = '1.3.6.1.4.1.9.9.42.1.2';
const columns = {
  kind: `${RTTMON}.1.1.4`,
  owner: `${RTTMON}.1.1.2`,
  tag: `${RTTMON}.1.1.3`,
  target: `${RTTMON}.2.1.2`,
  tos: `${RTTMON}.2.1.9`,
  source: `${RTTMON}.2.1.6`,
  vrf: `${RTTMON}.2.1.26`,
  seconds: `${RTTMON}.1.1.6`,
} as const;

/** CISCO-RTTMON-TC-MIB RttMonRttType. */
const kinds: Readonly<Record<number, string>> = {
  1: 'echo',
  2: 'pathEcho',
  5: 'udpEcho',
  6: 'tcpConnect',
  7: 'http',
  8: 'dns',
  9: 'jitter',
  16: 'icmpJitter',
};

function targetOf(value: SnmpValue | undefined): string {
  if (value?.type !== 'octets' || value.hex === undefined) return trimmedText(value);
  const bytes = Buffer.from(value.hex, 'hex');
  const text = bytes.length === 4 ? [...bytes].join('.') : (value.hex.match(/.{4}/g) ?? []).join(':');
  return canonicalAddress(text) ?? '';
}

/** IP SLA probes of a Cisco router, by number. */
export async function readProbes(context: RequestContext): Promise<readonly FoundPart[] | undefined> {
  const cells = await readColumns(context, columns, MAX_PROBES);
  if (cells === undefined) return undefined;
  return [...cells.kind].map(([number, kind]) => ({
    kind: 'probe',
    key: number,
    fields: {
      kind: kinds[numberOrZero(kind)] ?? String(numberOrZero(kind)),
      target: targetOf(cells.target.get(number)),
      tag: trimmedText(cells.tag.get(number)),
      owner: trimmedText(cells.owner.get(number)),
      tos: String(numberOrZero(cells.tos.get(number))),
      source: targetOf(cells.source.get(number)),
      vrf: trimmedText(cells.vrf.get(number)),
      everySeconds: String(numberOrZero(cells.seconds.get(number)) || ''),
    },
  }));
}

import type { FoundPart } from '#schemas/discovery/found.ts';
import { canonicalAddress } from '#schemas/inventory/network-file-address.ts';
import type { Asking } from '../snmp/get-objects.ts';
import type { Value } from '../snmp/value.ts';
import { numberOf, readColumns, textOf } from './read-columns.ts';

const MOST_PROBES = 5_000;
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

function targetOf(value: Value | undefined): string {
  if (value?.type !== 'octets' || value.hex === undefined) return textOf(value);
  const bytes = Buffer.from(value.hex, 'hex');
  const text = bytes.length === 4 ? [...bytes].join('.') : (value.hex.match(/.{4}/g) ?? []).join(':');
  return canonicalAddress(text) ?? '';
}

/** IP SLA probes of a Cisco router, by their number. */
export async function readProbes(asking: Asking): Promise<readonly FoundPart[] | undefined> {
  const cells = await readColumns(asking, columns, MOST_PROBES);
  if (cells === undefined) return undefined;
  return [...cells.kind].map(([number, kind]) => ({
    kind: 'probe',
    key: number,
    fields: {
      kind: kinds[numberOf(kind)] ?? String(numberOf(kind)),
      target: targetOf(cells.target.get(number)),
      tag: textOf(cells.tag.get(number)),
      owner: textOf(cells.owner.get(number)),
      tos: String(numberOf(cells.tos.get(number))),
      source: targetOf(cells.source.get(number)),
      vrf: textOf(cells.vrf.get(number)),
      everySeconds: String(numberOf(cells.seconds.get(number)) || ''),
    },
  }));
}

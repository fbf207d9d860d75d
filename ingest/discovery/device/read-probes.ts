import type { FoundPart } from '#schemas/discovery/found.ts';
import { targetText } from '../../snmp/component/probe-target.ts';
import type { RequestContext } from '../../snmp/request/get-objects.ts';
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

/** IP SLA probes of a Cisco router, by number. */
export async function readProbes(context: RequestContext): Promise<readonly FoundPart[] | undefined> {
  const cells = await readColumns(context, columns, MAX_PROBES);
  if (cells === undefined) return undefined;
  return [...cells.kind].map(([number, kind]) => ({
    kind: 'probe',
    key: number,
    fields: {
      kind: kinds[numberOrZero(kind)] ?? String(numberOrZero(kind)),
      target: targetText(cells.target.get(number)),
      tag: trimmedText(cells.tag.get(number)),
      owner: trimmedText(cells.owner.get(number)),
      tos: String(numberOrZero(cells.tos.get(number))),
      source: targetText(cells.source.get(number)),
      vrf: trimmedText(cells.vrf.get(number)),
      everySeconds: String(numberOrZero(cells.seconds.get(number)) || ''),
    },
  }));
}

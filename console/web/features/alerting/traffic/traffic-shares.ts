import type { ElementTraffic, TrafficPart } from '#schemas/alerting/traffic.ts';

type Division = ElementTraffic['divisions'][number];

/** A part with its share of the octets, from 0 to 100; `part` undefined: all that are not listed. */
export interface TrafficShare {
  readonly part: TrafficPart | undefined;
  readonly octets: number;
  readonly packets: number;
  readonly percent: number;
}

/** The parts of a division and the rest, which together are its total. */
export function trafficShares({ total, parts }: Pick<Division, 'total' | 'parts'>): TrafficShare[] {
  const sum = (unit: 'octets' | 'packets') => parts.reduce((found, part) => found + part[unit], 0);
  const rest = { octets: total.octets - sum('octets'), packets: total.packets - sum('packets') };
  const shares = parts.map(({ octets, packets }, at) => ({ part: parts[at], octets, packets }));
  return [...shares, ...(rest.octets > 0 ? [{ part: undefined, ...rest }] : [])].map((share) => ({
    ...share,
    percent: (100 * share.octets) / total.octets,
  }));
}

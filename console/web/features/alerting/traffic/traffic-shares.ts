import type { ElementTraffic, TrafficPart } from '#schemas/alerting/traffic.ts';

type Division = ElementTraffic['divisions'][number];

/** A part with its share of the bytes, from 0 to 100; `part` undefined: all that are not listed. */
export interface TrafficShare {
  readonly part: TrafficPart | undefined;
  readonly bytes: number;
  readonly packets: number;
  readonly percent: number;
}

/** The parts of a division and the remainder, which together are its total. */
export function trafficShares({ total, parts }: Pick<Division, 'total' | 'parts'>): TrafficShare[] {
  const sum = (unit: 'bytes' | 'packets') => parts.reduce((found, part) => found + part[unit], 0);
  const remainder = { bytes: total.bytes - sum('bytes'), packets: total.packets - sum('packets') };
  const shares = parts.map(({ bytes, packets }, at) => ({ part: parts[at], bytes, packets }));
  return [...shares, ...(remainder.bytes > 0 ? [{ part: undefined, ...remainder }] : [])].map((share) => ({
    ...share,
    percent: (100 * share.bytes) / total.bytes,
  }));
}

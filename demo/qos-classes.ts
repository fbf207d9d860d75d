import type { Totals } from './counters.ts';
import type { FleetPort } from './model.ts';

/** A class of the policy that a provider puts on the access port, outwards. */
export interface FleetQosClass {
  readonly name: string;
  /** Part of the octets that go out. */
  readonly share: number;
  /** Part of the discards of the port: under saturation voice goes first and the other classes wait. */
  readonly dropShare: number;
  /** Part of the contracted bandwidth that the policy guarantees. */
  readonly guaranteed: number;
}

export const POLICY_NAME = 'WAN-EDGE-OUT';

export const qosClasses: readonly FleetQosClass[] = [
  { name: 'VOICE', share: 0.06, dropShare: 0, guaranteed: 0.08 },
  { name: 'VIDEO', share: 0.14, dropShare: 0.05, guaranteed: 0.14 },
  { name: 'BUSINESS', share: 0.3, dropShare: 0.15, guaranteed: 0.28 },
  { name: 'class-default', share: 0.5, dropShare: 0.8, guaranteed: 0.5 },
];

/** The key of a class in the inventory, by the name of its port. */
export const fleetClassKey = (port: string, name: string): string =>
  `${port} / out / ${POLICY_NAME} / ${name}`;

/** What went through a class, before and after the policy, cumulative. */
export interface ClassTotals {
  readonly offeredOctets: number;
  readonly offeredPackets: number;
  readonly sentOctets: number;
  readonly droppedPackets: number;
  readonly droppedOctets: number;
}

const DROPPED_PACKET_BYTES = 700;

/** The classes of an access port's outward totals, in the order of `qosClasses`. Each rounds down by itself: none ever falls. */
export const classTotals = ({ octets, packets, discards }: Totals): readonly ClassTotals[] =>
  qosClasses.map(({ share, dropShare }) => {
    const droppedPackets = Math.floor(discards * dropShare);
    const droppedOctets = droppedPackets * DROPPED_PACKET_BYTES;
    const sentOctets = Math.floor(octets * share);
    return {
      sentOctets,
      droppedPackets,
      droppedOctets,
      offeredOctets: sentOctets + droppedOctets,
      offeredPackets: Math.floor(packets * share) + droppedPackets,
    };
  });

/** Guaranteed bandwidth of each class of a port, bit/s. */
export const classBandwidths = ({ contractBps, speedBps }: FleetPort): readonly number[] =>
  qosClasses.map(({ guaranteed }) => Math.round(guaranteed * (contractBps ?? speedBps)));

/** Packets that a queue of a full line holds, and the load from which packets wait. */
const QUEUE_PACKETS = 64;
const WAITING_FROM = 0.7;
const MEAN_S = 60;

/** Packets that wait in the queue of each class: the busier the port was in the last minute, the more. */
export function queueDepths(
  { contractBps, speedBps }: FleetPort,
  octetsAt: (t: number) => number,
  t: number,
): readonly number[] {
  const load = (8 * (octetsAt(t) - octetsAt(t - MEAN_S))) / MEAN_S / (contractBps ?? speedBps);
  const fill = Math.min(1, Math.max(0, load - WAITING_FROM) / (1 - WAITING_FROM));
  return qosClasses.map(({ share }) => Math.round(QUEUE_PACKETS * fill * share));
}

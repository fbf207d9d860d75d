import type { Totals } from './counters.ts';

/** A class of the policy that a provider puts on the access port, outwards. */
export interface FleetQosClass {
  readonly name: string;
  /** Part of the octets that go out. */
  readonly share: number;
  /** Part of the discards of the port: under saturation voice goes first and the rest waits. */
  readonly dropShare: number;
}

export const POLICY_NAME = 'WAN-EDGE-OUT';

export const qosClasses: readonly FleetQosClass[] = [
  { name: 'VOICE', share: 0.06, dropShare: 0 },
  { name: 'VIDEO', share: 0.14, dropShare: 0.05 },
  { name: 'BUSINESS', share: 0.3, dropShare: 0.15 },
  { name: 'class-default', share: 0.5, dropShare: 0.8 },
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

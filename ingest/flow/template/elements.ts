import { elementKey, numbersOf } from './registry.ts';
import type { ElementName } from './registry.ts';

/**
 * Which elements say what we keep of a flow (IANA "IPFIX Information Elements"; NetFlow v9 shares the numbers, RFC 3954 §8).
 * Where several say the same, the first of the list that a record carries with a value counts: OUT_BYTES
 * (postOctetDeltaCount) beside IN_BYTES must not count twice.
 */
const quantities = {
  bytes: [
    'octetDeltaCount',
    'octetTotalCount',
    'initiatorOctets',
    'postOctetDeltaCount',
    'postOctetTotalCount',
  ],
  packets: [
    'packetDeltaCount',
    'packetTotalCount',
    'initiatorPackets',
    'postPacketDeltaCount',
    'postPacketTotalCount',
  ],
  sourcePort: ['sourceTransportPort', 'udpSourcePort', 'tcpSourcePort'],
  destinationPort: ['destinationTransportPort', 'udpDestinationPort', 'tcpDestinationPort'],
  icmp: ['icmpTypeCodeIPv4', 'icmpTypeCodeIPv6'],
  protocol: ['protocolIdentifier'],
  tos: ['ipClassOfService'],
  dscp: ['ipDiffServCodePoint'],
  tcpFlags: ['tcpControlBits'],
  inIndex: ['ingressInterface', 'ingressPhysicalInterface'],
  outIndex: ['egressInterface', 'egressPhysicalInterface'],
  sourceAs: ['bgpSourceAsNumber'],
  destinationAs: ['bgpDestinationAsNumber'],
  direction: ['flowDirection'],
  endReason: ['flowEndReason'],
  vpn: ['viptelaVpn', 'ingressVRFID', 'egressVRFID'],
  applicationText: ['applicationName', 'paloAltoAppId'],
  samplingInterval: ['samplingInterval', 'samplerRandomInterval'],
  samplingTaken: ['samplingPacketInterval'],
  samplingSkipped: ['samplingPacketSpace'],
  sampler: ['selectorId', 'samplerId'],
  lastUptime: ['flowEndSysUpTime'],
  firstUptime: ['flowStartSysUpTime'],
  systemInitMs: ['systemInitTimeMilliseconds'],
  firstSeconds: ['flowStartSeconds'],
  lastSeconds: ['flowEndSeconds'],
  firstMs: ['flowStartMilliseconds'],
  lastMs: ['flowEndMilliseconds'],
  firstDeltaUs: ['flowStartDeltaMicroseconds'],
  lastDeltaUs: ['flowEndDeltaMicroseconds'],
  durationMs: ['flowDurationMilliseconds'],
  durationUs: ['flowDurationMicroseconds'],
} as const satisfies Record<string, readonly ElementName[]>;

export type Quantity = keyof typeof quantities;

/** The elements that may say a quantity, the first that counts first. */
export const elementsOf = (quantity: Quantity) => quantities[quantity].map((name) => elementKey(name));

/** NTP timestamps, 32 bits of seconds since 1900 and 32 of fraction (RFC 7011 §6.1.9, §6.1.10). */
export const ntpTimes = {
  first: numbersOf('flowStartMicroseconds', 'flowStartNanoseconds'),
  last: numbersOf('flowEndMicroseconds', 'flowEndNanoseconds'),
} as const;

const family = (v4: ElementName, v6: ElementName) => ({ v4: elementKey(v4).id, v6: elementKey(v6).id });

export const addresses = {
  source: family('sourceIPv4Address', 'sourceIPv6Address'),
  destination: family('destinationIPv4Address', 'destinationIPv6Address'),
  next_hop: family('ipNextHopIPv4Address', 'ipNextHopIPv6Address'),
} as const;

export const APPLICATION = elementKey('applicationId').id;

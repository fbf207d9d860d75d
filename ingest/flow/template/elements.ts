import { informationElement, ianaNumbers } from './registry.ts';
import type { ElementName } from './registry.ts';

/**
 * Information elements by the quantity they carry (IANA "IPFIX Information Elements"; NetFlow v9 shares the numbers,
 * RFC 3954 §8). If several carry the same quantity, the first with a value counts: OUT_BYTES (postOctetDeltaCount) next
 * to IN_BYTES must not count twice.
 */
const quantities = {
  bytes: [
    'octetDeltaCount',
    'octetTotalCount',
    'initiatorOctets',
    'clientBytesNetwork',
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
  sourcePort: ['sourceTransportPort', 'udpSourcePort', 'tcpSourcePort', 'clientTransportPort'],
  destinationPort: [
    'destinationTransportPort',
    'udpDestinationPort',
    'tcpDestinationPort',
    'serverTransportPort',
  ],
  icmp: ['icmpTypeCodeIPv4', 'icmpTypeCodeIPv6'],
  protocol: ['protocolIdentifier'],
  tos: ['ipClassOfService'],
  dscp: ['ipDiffServCodePoint'],
  postDscp: ['postIpDiffServCodePoint'],
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

/** Elements that may carry a quantity, in order of precedence. */
export const elementsOf = (quantity: Quantity) =>
  quantities[quantity].map((name) => informationElement(name));

/** NTP timestamps: 32 bits of seconds since 1900 and 32 bits of fraction (RFC 7011 §6.1.9, §6.1.10). */
export const ntpTimes = {
  first: ianaNumbers('flowStartMicroseconds', 'flowStartNanoseconds'),
  last: ianaNumbers('flowEndMicroseconds', 'flowEndNanoseconds'),
} as const;

const keysOf = (names: readonly ElementName[]) => names.map((name) => informationElement(name));

/** Elements of each address, in order of precedence. The client of Cisco AVC initiates the connection. */
export const addressElements = {
  source: {
    v4: keysOf(['sourceIPv4Address', 'clientIPv4Address']),
    v6: keysOf(['sourceIPv6Address', 'clientIPv6Address']),
  },
  destination: {
    v4: keysOf(['destinationIPv4Address', 'serverIPv4Address']),
    v6: keysOf(['destinationIPv6Address', 'serverIPv6Address']),
  },
  next_hop: { v4: keysOf(['ipNextHopIPv4Address']), v6: keysOf(['ipNextHopIPv6Address']) },
} as const;

export const APPLICATION = informationElement('applicationId').id;

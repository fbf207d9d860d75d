import { informationElement, ianaNumbers, type ElementName } from './registry.ts';

/**
 * Information elements by the quantity they carry (IANA "IPFIX Information Elements"; NetFlow v9 shares the numbers,
 * RFC 3954 §8). If a template has several, the first counts, also with the value 0: a delta of 0 next to a total adds
 * nothing.
 */
const quantities = {
  bytes: [
    'octetDeltaCount',
    'octetTotalCount',
    'initiatorOctets',
    'clientBytesNetwork',
    'layer2OctetDeltaCount',
    'layer2OctetTotalCount',
  ],
  packets: ['packetDeltaCount', 'packetTotalCount', 'initiatorPackets'],
  postBytes: ['postOctetDeltaCount', 'postOctetTotalCount'],
  postPackets: ['postPacketDeltaCount', 'postPacketTotalCount'],
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
  egressVpn: ['egressVRFID', 'aluOutsideServiceId'],
  forwardingStatus: ['forwardingStatus'],
  mplsLabel: ['mplsTopLabelStackSection'],
  natEvent: ['natEvent'],
  firewallEvent: ['firewallEvent', 'asaFirewallEvent'],
  postNatSourcePort: ['postNAPTSourceTransportPort', 'asaTranslatedSourcePort'],
  postNatDestinationPort: ['postNAPTDestinationTransportPort', 'asaTranslatedDestinationPort'],
  user: ['userName', 'paloAltoUserId', 'asaUserName', 'aluNatSubString', 'ntopFlowUserName'],
  clientMac: ['staMacAddress'],
  applicationText: ['applicationName', 'paloAltoAppId', 'ntopL7ProtoName'],
  samplingSize: ['samplingSize'],
  samplingPopulation: ['samplingPopulation'],
  samplingTaken: ['samplingPacketInterval'],
  samplingSkipped: ['samplingPacketSpace'],
  sampler: ['selectorId', 'samplerId'],
  lastUptime: ['flowEndSysUpTime'],
  firstUptime: ['flowStartSysUpTime'],
  systemInitMs: ['systemInitTimeMilliseconds'],
  firstSeconds: ['flowStartSeconds'],
  lastSeconds: ['flowEndSeconds', 'observationTimeSeconds'],
  firstMs: ['flowStartMilliseconds'],
  lastMs: ['flowEndMilliseconds', 'observationTimeMilliseconds'],
  firstDeltaUs: ['flowStartDeltaMicroseconds'],
  lastDeltaUs: ['flowEndDeltaMicroseconds'],
  durationMs: ['flowDurationMilliseconds'],
  durationUs: ['flowDurationMicroseconds'],
} as const satisfies Record<string, readonly ElementName[]>;

export type Quantity = keyof typeof quantities;

/** Elements of which at most one applies to a record: the first with a value other than 0 counts. */
const alternatives = {
  sourcePort: ['sourceTransportPort', 'udpSourcePort', 'tcpSourcePort', 'clientTransportPort'],
  destinationPort: [
    'destinationTransportPort',
    'udpDestinationPort',
    'tcpDestinationPort',
    'serverTransportPort',
  ],
  icmp: ['icmpTypeCodeIPv4', 'icmpTypeCodeIPv6'],
  icmpType: ['icmpTypeIPv4', 'icmpTypeIPv6'],
  icmpCode: ['icmpCodeIPv4', 'icmpCodeIPv6'],
  /** Whether it is the VLAN of the frame or of its 802.1Q tag. 0 is a priority tag, not a VLAN. */
  vlan: ['vlanId', 'dot1qVlanId'],
  postVlan: ['postVlanId', 'postDot1qVlanId'],
  /** 0 is the default table. */
  vpn: ['viptelaVpn', 'ingressVRFID', 'egressVRFID', 'aluInsideServiceId'],
  /** 0 is no interval. */
  samplingInterval: ['samplingInterval', 'samplerRandomInterval'],
} as const satisfies Record<string, readonly ElementName[]>;

export type Alternative = keyof typeof alternatives;

export const alternativesOf = (name: Alternative) =>
  alternatives[name].map((element) => informationElement(element));

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
  bgp_next_hop: { v4: keysOf(['bgpNextHopIPv4Address']), v6: keysOf(['bgpNextHopIPv6Address']) },
  post_nat_source: {
    v4: keysOf(['postNATSourceIPv4Address', 'asaTranslatedSource']),
    v6: keysOf(['postNATSourceIPv6Address']),
  },
  post_nat_destination: {
    v4: keysOf(['postNATDestinationIPv4Address', 'asaTranslatedDestination']),
    v6: keysOf(['postNATDestinationIPv6Address']),
  },
  client: { v4: keysOf(['staIPv4Address']), v6: [] },
} as const;

export const APPLICATION = informationElement('applicationId').id;

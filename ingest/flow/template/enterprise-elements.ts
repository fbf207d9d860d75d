/** Private enterprise numbers (IANA) whose elements are read. */
export const enterprises = {
  cisco: 9,
  nokia: 637,
  vmware: 6876,
  paloAlto: 25_461,
  reverse: 29_305,
  ntop: 35_632,
  viptela: 41_916,
} as const;

/**
 * Elements of ASA firewalls that IANA's have replaced (Cisco "ASA NetFlow Implementation Guide"), by NetFlow v9 type
 * without its upper bit, and those of Cisco Application Visibility and Control (Cisco "AVC Metric Definition Guide"): number, data type,
 * semantics, units. NetFlow v9 carries them with the upper bit set.
 */
export const ciscoElements = {
  asaIngressAclId: [232, 'octetArray', 'identifier', ''],
  asaEgressAclId: [233, 'octetArray', 'identifier', ''],
  asaExtendedEvent: [234, 'unsigned16', 'identifier', ''],
  asaUserName: [7232, 'string', '', ''],
  asaTranslatedSource: [7233, 'ipv4Address', '', ''],
  asaTranslatedDestination: [7234, 'ipv4Address', '', ''],
  asaTranslatedSourcePort: [7235, 'unsigned16', 'identifier', ''],
  asaTranslatedDestinationPort: [7236, 'unsigned16', 'identifier', ''],
  asaFirewallEvent: [7237, 'unsigned8', 'identifier', ''],
  transportPacketsLost: [4251, 'unsigned64', 'deltaCounter', 'packets'],
  transportRtpSsrc: [4254, 'unsigned32', 'identifier', ''],
  transportRtpJitterMaximum: [4257, 'unsigned32', '', 'microseconds'],
  transportRtpPayloadType: [4273, 'unsigned8', 'identifier', ''],
  tcpWindowSizeMin: [4315, 'unsigned32', '', 'octets'],
  tcpWindowSizeMax: [4316, 'unsigned32', '', 'octets'],
  tcpMaximumSegmentSize: [4318, 'unsigned16', '', 'octets'],
  tcpWindowSizeSum: [4324, 'unsigned64', '', 'octets'],
  transportRtpJitterMeanSum: [4325, 'unsigned64', '', 'microseconds'],
  classHierarchy: [8232, 'octetArray', 'identifier', ''],
  serverBytesNetwork: [8337, 'unsigned64', '', 'octets'],
  clientBytesNetwork: [8338, 'unsigned64', '', 'octets'],
  servicesWaasSegment: [9252, 'unsigned8', 'identifier', ''],
  servicesWaasPassThroughReason: [9253, 'unsigned8', 'identifier', ''],
  clientRetransBytes: [9267, 'unsigned32', 'deltaCounter', 'octets'],
  clientRetransPackets: [9268, 'unsigned32', 'deltaCounter', 'packets'],
  serverRetransBytes: [9269, 'unsigned32', 'deltaCounter', 'octets'],
  serverRetransPackets: [9270, 'unsigned32', 'deltaCounter', 'packets'],
  transactionCountDelta: [9272, 'unsigned32', 'deltaCounter', ''],
  sumTransactionTime: [9273, 'unsigned32', '', 'milliseconds'],
  maxTransactionTime: [9274, 'unsigned32', '', 'milliseconds'],
  minTransactionTime: [9275, 'unsigned32', '', 'milliseconds'],
  numRespsCountDelta: [9292, 'unsigned32', 'deltaCounter', ''],
  numResps1CountDelta: [9293, 'unsigned32', 'deltaCounter', ''],
  numResps2CountDelta: [9294, 'unsigned32', 'deltaCounter', ''],
  numResps3CountDelta: [9295, 'unsigned32', 'deltaCounter', ''],
  numResps4CountDelta: [9296, 'unsigned32', 'deltaCounter', ''],
  numResps5CountDelta: [9297, 'unsigned32', 'deltaCounter', ''],
  numResps6CountDelta: [9298, 'unsigned32', 'deltaCounter', ''],
  numResps7CountDelta: [9299, 'unsigned32', 'deltaCounter', ''],
  numLateRespsCountDelta: [9300, 'unsigned32', 'deltaCounter', ''],
  sumRespTime: [9303, 'unsigned32', '', 'milliseconds'],
  maxRespTime: [9304, 'unsigned32', '', 'milliseconds'],
  minRespTime: [9305, 'unsigned32', '', 'milliseconds'],
  sumServerRespTime: [9306, 'unsigned32', '', 'milliseconds'],
  maxServerRespTime: [9307, 'unsigned32', '', 'milliseconds'],
  minServerRespTime: [9308, 'unsigned32', '', 'milliseconds'],
  sumTotalRespTime: [9309, 'unsigned32', '', 'milliseconds'],
  maxTotalRespTime: [9310, 'unsigned32', '', 'milliseconds'],
  minTotalRespTime: [9311, 'unsigned32', '', 'milliseconds'],
  sumNwkTime: [9313, 'unsigned32', '', 'milliseconds'],
  maxNwkTime: [9314, 'unsigned32', '', 'milliseconds'],
  minNwkTime: [9315, 'unsigned32', '', 'milliseconds'],
  sumClientNwkTime: [9316, 'unsigned32', '', 'milliseconds'],
  maxClientNwkTime: [9317, 'unsigned32', '', 'milliseconds'],
  minClientNwkTime: [9318, 'unsigned32', '', 'milliseconds'],
  sumServerNwkTime: [9319, 'unsigned32', '', 'milliseconds'],
  maxServerNwkTime: [9320, 'unsigned32', '', 'milliseconds'],
  minServerNwkTime: [9321, 'unsigned32', '', 'milliseconds'],
  appHttpUriStatistics: [9357, 'string', '', ''],
  applicationCategoryName: [12_232, 'string', '', ''],
  applicationSubCategoryName: [12_233, 'string', '', ''],
  applicationGroupName: [12_234, 'string', '', ''],
  applicationTrafficClass: [12_243, 'string', '', ''],
  applicationBusinessRelevance: [12_244, 'string', '', ''],
  policyQosQueueId: [9360, 'unsigned32', 'identifier', ''],
  policyQosQueueDrops: [9361, 'unsigned64', 'deltaCounter', 'packets'],
  appHttpHost: [12_235, 'string', '', ''],
  clientIPv4Address: [12_236, 'ipv4Address', '', ''],
  serverIPv4Address: [12_237, 'ipv4Address', '', ''],
  clientIPv6Address: [12_238, 'ipv6Address', '', ''],
  serverIPv6Address: [12_239, 'ipv6Address', '', ''],
  clientTransportPort: [12_240, 'unsigned16', 'identifier', ''],
  serverTransportPort: [12_241, 'unsigned16', 'identifier', ''],
  avcConnectionId: [12_242, 'unsigned32', 'identifier', ''],
} as const;

/** Elements of Viptela routers. */
export const viptelaElements = {
  /** VPN id, 4 or 8 bytes; NetFlow v9 carries it as type 0x90E1. */
  viptelaVpn: [4321, 'unsigned32', 'identifier', ''],
} as const;

/** Elements of Palo Alto firewalls (PAN-OS "NetFlow Templates"), NetFlow v9 types 56701 and 56702. */
export const paloAltoElements = {
  paloAltoAppId: [23_933, 'string', '', ''],
  paloAltoUserId: [23_934, 'string', '', ''],
} as const;

/** Elements of carrier-grade NAT on Nokia routers (7750 SR "Multiservice ISA and ESA Guide", IPFIX flow logging). */
export const nokiaElements = {
  /** Service ids of the routing instances before and after translation. */
  aluInsideServiceId: [91, 'unsigned16', 'identifier', ''],
  aluOutsideServiceId: [92, 'unsigned16', 'identifier', ''],
  /** The subscriber, such as LSN-Host@10.10.10.101. */
  aluNatSubString: [93, 'string', '', ''],
} as const;

/** Elements of VMware NSX and distributed switches, and of Open vSwitch: the packet in a tunnel, and the tunnel. */
export const vmwareElements = {
  tenantProtocol: [880, 'unsigned8', 'identifier', ''],
  tenantSourceIPv4: [881, 'ipv4Address', '', ''],
  tenantDestIPv4: [882, 'ipv4Address', '', ''],
  tenantSourceIPv6: [883, 'ipv6Address', '', ''],
  tenantDestIPv6: [884, 'ipv6Address', '', ''],
  tenantSourcePort: [886, 'unsigned16', 'identifier', ''],
  tenantDestPort: [887, 'unsigned16', 'identifier', ''],
  egressInterfaceAttr: [888, 'unsigned16', 'identifier', ''],
  vxlanExportRole: [889, 'unsigned8', 'identifier', ''],
  ingressInterfaceAttr: [890, 'unsigned16', 'identifier', ''],
  tunnelType: [891, 'unsigned8', 'identifier', ''],
  tunnelKey: [892, 'octetArray', 'identifier', ''],
  tunnelSourceIPv4Address: [893, 'ipv4Address', '', ''],
  tunnelDestinationIPv4Address: [894, 'ipv4Address', '', ''],
  tunnelProtocolIdentifier: [895, 'unsigned8', 'identifier', ''],
  tunnelSourceTransportPort: [896, 'unsigned16', 'identifier', ''],
  tunnelDestinationTransportPort: [897, 'unsigned16', 'identifier', ''],
  virtualObsID: [898, 'string', 'identifier', ''],
} as const;

/** First type of nProbe's elements in NetFlow v9, without its upper bit: their numbers in IPFIX count from it. */
export const NTOP_BASE = 24_704;
/** Elements of nProbe ("Flow Information Elements") that are read. */
export const ntopElements = {
  ntopL7ProtoName: [119, 'string', '', ''],
  ntopFlowUserName: [121, 'string', '', ''],
  ntopHttpHost: [187, 'string', '', ''],
  ntopTlsServerName: [188, 'string', '', ''],
} as const;

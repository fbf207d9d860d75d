/** Numbers of enterprises (IANA "Private Enterprise Numbers") whose elements are read. */
export const enterprises = { cisco: 9, paloAlto: 25_461, reverse: 29_305, viptela: 41_916 } as const;

/**
 * Elements of Cisco's Application Visibility and Control (Cisco "AVC Metric Definition Guide"): number, data type, semantics,
 * units. NetFlow v9 carries them with the upper bit set.
 */
export const ciscoElements = {
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
  policyQosQueueId: [9360, 'unsigned32', 'identifier', ''],
  policyQosQueueDrops: [9361, 'unsigned64', 'deltaCounter', 'packets'],
  appCategoryName: [12_232, 'string', '', ''],
  appSubCategoryName: [12_233, 'string', '', ''],
  appGroupName: [12_234, 'string', '', ''],
  appHttpHost: [12_235, 'string', '', ''],
  clientIPv4Address: [12_236, 'ipv4Address', '', ''],
  serverIPv4Address: [12_237, 'ipv4Address', '', ''],
  clientIPv6Address: [12_238, 'ipv6Address', '', ''],
  serverIPv6Address: [12_239, 'ipv6Address', '', ''],
  clientTransportPort: [12_240, 'unsigned16', 'identifier', ''],
  serverTransportPort: [12_241, 'unsigned16', 'identifier', ''],
  avcConnectionId: [12_242, 'unsigned32', 'identifier', ''],
  appTrafficClass: [12_243, 'string', '', ''],
  appBusinessRelevance: [12_244, 'string', '', ''],
} as const;

/** Elements of Viptela routers. */
export const viptelaElements = {
  /** VPN id, 4 or 8 bytes; NetFlow v9 carries it as type 0x90E1. */
  viptelaVpn: [4321, 'unsigned32', 'identifier', ''],
} as const;

/** Elements of Palo Alto's firewalls (PAN-OS "NetFlow Templates"), whose types of NetFlow v9 are 56701 and 56702. */
export const paloAltoElements = {
  paloAltoAppId: [23_933, 'string', '', ''],
  paloAltoUserId: [23_934, 'string', '', ''],
} as const;

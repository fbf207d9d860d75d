/**
 * Which elements say what we keep of a flow (IANA "IPFIX Information Elements"; NetFlow v9 shares the numbers, RFC 3954 §8).
 * Where several say the same, the first of the list that a record carries with a value counts: OUT_BYTES (23) beside
 * IN_BYTES (1) must not count twice.
 */
export const numbersOf = {
  bytes: [1, 85, 231, 23, 171],
  packets: [2, 86, 298, 24, 172],
  sourcePort: [7, 180, 182],
  destinationPort: [11, 181, 183],
  icmp: [32, 139],
  protocol: [4],
  tos: [5],
  dscp: [195],
  tcpFlags: [6],
  inIndex: [10, 252],
  outIndex: [14, 253],
  sourceAs: [16],
  destinationAs: [17],
  direction: [61],
  endReason: [136],
  vpn: [234, 235],
  samplingInterval: [34, 50],
  samplingTaken: [305],
  samplingSkipped: [306],
  sampler: [302, 48],
  lastUptime: [21],
  firstUptime: [22],
  systemInitMs: [160],
  firstSeconds: [150],
  lastSeconds: [151],
  firstMs: [152],
  lastMs: [153],
  firstDeltaUs: [158],
  lastDeltaUs: [159],
  durationMs: [161],
  durationUs: [162],
} as const satisfies Record<string, readonly number[]>;

export type Quantity = keyof typeof numbersOf;

/** NTP timestamps, 32 bits of seconds since 1900 and 32 of fraction (RFC 7011 §6.1.9, §6.1.10). */
export const ntpTimes = { first: [154, 156], last: [155, 157] } as const;

export const addresses = {
  source: { v4: 8, v6: 27 },
  destination: { v4: 12, v6: 28 },
  next_hop: { v4: 15, v6: 62 },
} as const;

/** VPN id of a Viptela router. */
export const VIPTELA_VPN = { enterprise: 41_916, id: 4_321 } as const;

export const APPLICATION = 95;

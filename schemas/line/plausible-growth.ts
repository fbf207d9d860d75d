/** Smallest number of bits on the line per count. */
export const bitsPerCount = {
  octet: 8,
  /** The smallest Ethernet frame, 64 bytes. */
  packet: 512,
} as const;

/** Bits on the line per count of a counter by its key; 0: it does not count traffic. */
export function trafficBits(key: string): number {
  if (/(?:octets|bytes)$/.test(key)) return bitsPerCount.octet;
  return /_(?:unicast|multicast|broadcast|packets)$/.test(key) ? bitsPerCount.packet : 0;
}

/**
 * Reported speeds are often far too low (tunnels, `bandwidth` of a configuration), so that real traffic is many times above them: only
 * this many times the speed is more than a line can carry.
 */
const SPEED_FACTOR = 100;
/** Below this rate no value is a fault, whatever speed is reported: there are lines that carry it. */
const LEAST_BOUND_BPS = 100e9;
/** The bound of a line of unknown speed. */
const UNKNOWN_BOUND_BPS = 10e12;

/** The highest rate in bit/s that counts as traffic of a line: 100 times its speed, at least 100 Gbit/s; 10 Tbit/s without a speed. */
const maxRateBps = (speedBps: number): number =>
  speedBps > 0 ? Math.max(speedBps * SPEED_FACTOR, LEAST_BOUND_BPS) : UNKNOWN_BOUND_BPS;

export interface Growth {
  /** Counts since the previous reading. */
  readonly counts: number;
  readonly elapsedMs: number;
  /** Bits on the line per count. */
  readonly bits: number;
  /** Reported speed in bit/s, 0 if unknown. */
  readonly speedBps: number;
}

/** A shorter time between two readings says nothing about the rate: agents refresh their counters every few seconds. */
const LEAST_ELAPSED_MS = 1_000;

const rateBps = ({ counts, elapsedMs, bits }: Growth): number =>
  (counts * bits * 1_000) / Math.max(elapsedMs, LEAST_ELAPSED_MS);

/** Whether no line could have carried this: the counter is at fault. A value above the speed of its line is none. */
export const isCounterFault = (growth: Growth): boolean => rateBps(growth) > maxRateBps(growth.speedBps);

/** Whether this is more than the reported speed, if there is one. */
export const isAboveSpeed = (growth: Growth): boolean =>
  growth.speedBps > 0 && rateBps(growth) > growth.speedBps;

import { z } from 'zod';
import { AddressRangeText } from '../application/address-range.ts';
import { SnmpSettings } from '../inventory/snmp-access.ts';
import { addressCount } from './address-list.ts';

/** A /16: at the least budget such a run takes hours, at the default one minutes. */
export const MAX_ADDRESSES = 65_536;
const MAX_RANGES = 100;
const MAX_CREDENTIALS = 10;

/** RFC 1213 ifType, of what is no line: other (such as Null0) and softwareLoopback. */
const IGNORED_TYPES = [1, 24];

/** How hard a run may press on the network. */
export const DiscoveryOptions = z.strictObject({
  /** Addresses that are asked at once. */
  concurrency: z.int().min(1).max(500).default(100),
  packetsPerSecond: z.int().min(1).max(5_000).default(200),
  /** How long an answer is waited for, and how often the request is sent again. */
  timeoutMs: z.int().min(50).max(10_000).default(1_000),
  retries: z.int().min(0).max(5).default(1),
  /** ifTypes of interfaces that are not proposed. */
  ignoredTypes: z.array(z.int().min(1).max(10_000)).max(100).default(IGNORED_TYPES),
});
export type DiscoveryOptions = z.infer<typeof DiscoveryOptions>;

/** What is to be looked for, where, and how. */
export const DiscoveryRequest = z.strictObject({
  /** The site of what is new. */
  site: z.int().positive(),
  ranges: z
    .array(AddressRangeText)
    .min(1)
    .max(MAX_RANGES)
    .refine((ranges) => addressCount(ranges) <= BigInt(MAX_ADDRESSES), {
      error: ({ input }) =>
        `${String(addressCount(input as string[]))} addresses are more than ${String(MAX_ADDRESSES)}`,
    })
    .refine((ranges) => addressCount(ranges) > 0n, { error: 'there is no address in these ranges' }),
  /** Tried one after the other, on each address, until one is answered. */
  credentials: z.array(SnmpSettings).min(1).max(MAX_CREDENTIALS),
  options: DiscoveryOptions.prefault({}),
});
export type DiscoveryRequest = z.infer<typeof DiscoveryRequest>;

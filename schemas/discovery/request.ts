import { z } from 'zod';
import { AddressRangeText } from '../application/address-range.ts';
import { SnmpSettings } from '../inventory/snmp-access.ts';
import { addressCount } from './address-list.ts';

/** A /16: takes hours with the smallest budget, minutes with the default. */
export const MAX_ADDRESSES = 65_536;
const MAX_RANGES = 100;
const MAX_CREDENTIALS = 10;

/** RFC 1213 ifTypes without traffic of a line: other (such as Null0) and softwareLoopback. */
const IGNORED_TYPES = [1, 24];

/** Load limits of a run on the network. */
export const DiscoveryOptions = z.strictObject({
  /** Addresses probed concurrently. */
  concurrency: z.int().min(1).max(500).default(100),
  packetsPerSecond: z.int().min(1).max(5_000).default(200),
  /** Timeout of a request and its number of retries. */
  timeoutMs: z.int().min(50).max(10_000).default(1_000),
  retries: z.int().min(0).max(5).default(1),
  /** Excluded ifTypes. */
  ignoredTypes: z.array(z.int().min(1).max(10_000)).max(100).default(IGNORED_TYPES),
});
export type DiscoveryOptions = z.infer<typeof DiscoveryOptions>;

/** Ranges, site and credentials of a discovery. */
export const DiscoveryRequest = z.strictObject({
  /** Site of new devices. */
  site: z.int().positive(),
  ranges: z
    .array(AddressRangeText)
    .min(1)
    .max(MAX_RANGES)
    .superRefine((ranges, context) => {
      const count = addressCount(ranges);
      const params = {
        count: count <= Number.MAX_SAFE_INTEGER ? Number(count) : String(count),
        max: MAX_ADDRESSES,
      };
      if (count > BigInt(MAX_ADDRESSES))
        context.addIssue({ code: 'custom', message: 'DISCOVERY_RANGES_TOO_LARGE', params });
    })
    .refine((ranges) => addressCount(ranges) > 0n, { error: 'DISCOVERY_RANGES_EMPTY' }),
  /** Tried in order on each address until one is accepted. */
  credentials: z.array(SnmpSettings).min(1).max(MAX_CREDENTIALS),
  /** Ids of the stored credentials that `credentials` are copies of, in their order; null where one was entered. */
  credentialIds: z.array(z.int().nullable()).optional(),
  options: DiscoveryOptions.prefault({}),
});
export type DiscoveryRequest = z.infer<typeof DiscoveryRequest>;

/** A request as entered: credentials are entered, or named by the id of a stored one. */
export const DiscoveryDraft = z.strictObject({
  ...DiscoveryRequest.omit({ credentialIds: true }).shape,
  credentials: z
    .array(z.union([z.strictObject({ credential: z.int().positive() }), SnmpSettings]))
    .min(1)
    .max(MAX_CREDENTIALS),
});
export type DiscoveryDraft = z.infer<typeof DiscoveryDraft>;

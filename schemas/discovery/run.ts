import { z } from 'zod';

/**
 * `queued` → `running` → `finished`. Another process resumes a run whose process ended; after several such ends the run is
 * `interrupted`.
 */
export const DiscoveryState = z.enum(['queued', 'running', 'finished', 'cancelled', 'interrupted', 'failed']);
export type DiscoveryState = z.infer<typeof DiscoveryState>;

export const DiscoveryProgress = z.strictObject({
  addresses: z.int(),
  /** Probed addresses. */
  queried: z.int(),
  /** Addresses that replied. */
  found: z.int(),
  /** Failures by reason; `timeout`: no device, or a wrong community. */
  rejections: z.record(z.string(), z.int()),
  /** Addresses that rejected the request, with the reason; the first hundred. */
  rejected: z.array(z.strictObject({ address: z.string(), reason: z.string() })),
});
export type DiscoveryProgress = z.infer<typeof DiscoveryProgress>;

/** Why a device of the inventory whose address is in the ranges is not among the devices found. */
export const UnansweredReason = z.enum([
  /** No reply, neither to the credential of the inventory nor to those of the run. */
  'silent',
  /** Another device responds at its address. */
  'another device',
  /** It responds to the credential of the inventory, or did when it was probed again. */
  'responds',
  /** A reply rejects the request, or the request cannot be sent. */
  'rejected',
  /** Silent, but no discovery has ever found it: it may never have responded. */
  'never answered',
  /** The inventory has no credential for it. */
  'not asked',
]);
export type UnansweredReason = z.infer<typeof UnansweredReason>;

export const UnansweredDevice = z.strictObject({
  element: z.int(),
  site: z.int(),
  name: z.string(),
  address: z.string(),
  reason: UnansweredReason,
  /** Consecutive runs that missed it, this one included, and when the first did; 0 if the reason proves nothing. */
  runs: z.int(),
  since: z.iso.datetime().nullable(),
  /** Whether the run proposes it as vanished. */
  proposed: z.boolean(),
});
export type UnansweredDevice = z.infer<typeof UnansweredDevice>;

/** Devices listed as unanswered, at most. */
export const MAX_UNANSWERED = 100;

/** Reasons of a run without a result, as codes of the problem catalogue. */
export const DiscoveryFault = z.enum(['DISCOVERY_INTERRUPTED', 'DISCOVERY_STORE_FAILED', 'DISCOVERY_FAILED']);
export type DiscoveryFault = z.infer<typeof DiscoveryFault>;

/** Published on NATS, at most once a second per run. */
export const DiscoveryNotice = z.strictObject({
  customer: z.int(),
  discovery: z.int(),
  state: DiscoveryState,
  progress: DiscoveryProgress,
});
export type DiscoveryNotice = z.infer<typeof DiscoveryNotice>;

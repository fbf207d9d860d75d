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
  asked: z.int(),
  /** Addresses that replied. */
  found: z.int(),
  /** Failures by reason; `timeout`: no device, or a wrong community. */
  rejections: z.record(z.string(), z.int()),
  /** Addresses that rejected the request, with the reason; the first hundred. */
  rejected: z.array(z.strictObject({ address: z.string(), reason: z.string() })),
});
export type DiscoveryProgress = z.infer<typeof DiscoveryProgress>;

/** Published on NATS, at most once a second per run. */
export const DiscoveryNotice = z.strictObject({
  customer: z.int(),
  discovery: z.int(),
  state: DiscoveryState,
  progress: DiscoveryProgress,
});
export type DiscoveryNotice = z.infer<typeof DiscoveryNotice>;

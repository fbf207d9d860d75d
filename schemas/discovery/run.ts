import { z } from 'zod';

/**
 * `queued` → `running` → `finished`. A run whose process ended goes on in another; after several such ends it is
 * `interrupted`.
 */
export const DiscoveryState = z.enum(['queued', 'running', 'finished', 'cancelled', 'interrupted', 'failed']);
export type DiscoveryState = z.infer<typeof DiscoveryState>;

export const DiscoveryProgress = z.strictObject({
  addresses: z.int(),
  /** Addresses that are done with. */
  asked: z.int(),
  /** Those that answered. */
  found: z.int(),
  /** Why the others brought nothing, by reason; `timeout` is nobody there, or a community that is not the right one. */
  refusals: z.record(z.string(), z.int()),
  /** Addresses where somebody is and refuses, with the reason; the first hundred. */
  refused: z.array(z.strictObject({ address: z.string(), reason: z.string() })),
});
export type DiscoveryProgress = z.infer<typeof DiscoveryProgress>;

/** Said on NATS, at most once a second for each run. */
export const DiscoveryNotice = z.strictObject({
  customer: z.int(),
  discovery: z.int(),
  state: DiscoveryState,
  progress: DiscoveryProgress,
});
export type DiscoveryNotice = z.infer<typeof DiscoveryNotice>;

import { z } from 'zod';
import type { ProblemCode } from '../problem/catalogue.ts';

/** Limits of watching decoded flows as they arrive. */
export const tailLimits = {
  /** Flows that a collector sends to one watching screen in a second; more are counted. */
  rowsPerSecond: 50,
  /** How often a collector sends what it has. */
  everyMs: 500,
  /** Ends by itself. */
  maxMs: 10 * 60_000,
  /** How often a server renews its order on behalf of those who watch, and when a collector stops without one. */
  keepAliveMs: 2_000,
  expiryMs: 6_000,
  /** Of one server, and of one collector. */
  tails: 20,
  /** Flows that a screen shows; older ones leave it. */
  shownRows: 500,
} as const;

const Prefix = z
  .string()
  .trim()
  .max(50)
  .pipe(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: 'IP_ADDRESS_INVALID' }));

/** Which flows are shown: all given values must match. */
export const TailFilter = z.strictObject({
  /** Address, or prefix with its length, of either end. */
  address: Prefix.optional(),
  /** Port of either end. */
  port: z.number().int().min(0).max(65_535).optional(),
  /** IP protocol number. */
  protocol: z.number().int().min(0).max(255).optional(),
  /** Flows of this device only. */
  device: z.number().int().positive().optional(),
  /** Flows of at least this many bytes, sampling included. */
  minBytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type TailFilter = z.infer<typeof TailFilter>;

/** What a screen requests by Socket.IO; one at a time. */
export const WatchedFlows = z.strictObject({
  site: z.number().int().positive(),
  filter: TailFilter,
});
export type WatchedFlows = z.infer<typeof WatchedFlows>;

/** An order to every collector; one that gets no more of them stops. */
export const TailOrder = z.strictObject({
  tail: z.string().regex(/^[A-Za-z0-9-]{1,64}$/),
  site: z.number().int().positive(),
  filter: TailFilter,
  action: z.enum(['renew', 'stop']),
});
export type TailOrder = z.infer<typeof TailOrder>;

const count = z.number();

/** A decoded flow. Empty texts and 0 stand for what was not exported. */
export const TailFlow = z.strictObject({
  /** Receive time, first and last packet, milliseconds since 1970. */
  received: count,
  first: count,
  last: count,
  device: count,
  source: z.string(),
  destination: z.string(),
  sourcePort: count,
  destinationPort: count,
  protocol: count,
  dscp: count,
  tcpFlags: count,
  /** 0 ingress, 1 egress. */
  direction: count,
  inIndex: count,
  outIndex: count,
  /** Multiplied by the sampling interval. */
  bytes: count,
  packets: count,
  /** 0: the sampler is unknown. */
  sampling: count,
});
export type TailFlow = z.infer<typeof TailFlow>;

/** Flows of one collector since its last message. */
export const TailFlows = z.strictObject({
  tail: z.string(),
  collector: z.string(),
  flows: z.array(TailFlow),
  /** Flows that match and are not shown: there are more than the limit. */
  skipped: z.number(),
});
export type TailFlows = z.infer<typeof TailFlows>;

/** Reply to a screen. */
export type FlowsReply =
  | {
      readonly ok: true;
      /** Milliseconds since 1970, and the clock of the server. */ readonly endsAt: number;
      readonly now: number;
    }
  | { readonly ok: false; readonly code: ProblemCode };

/** Flows for the screen, or their end: by a problem, or null after `maxMs`. */
export type FlowsNotice =
  | { readonly is: 'flows'; readonly flows: readonly TailFlow[]; readonly skipped: number }
  | { readonly is: 'over'; readonly code: ProblemCode | null };

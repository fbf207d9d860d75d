import { z } from 'zod';

/** How often rates are published, and the time that they cover, in seconds. */
export const trafficTiming = { slotSeconds: 10, slots: 6 } as const;

export interface TrafficLimits {
  /** Keys of a customer in one slot; flows of further ones are counted together. */
  readonly keysPerCustomer: number;
  /** Keys of all customers of a partition in one slot. */
  readonly keysPerPartition: number;
}

export const trafficLimits: TrafficLimits = {
  keysPerCustomer: 5_000,
  keysPerPartition: 100_000,
};

const sums = z.array(z.number().nonnegative());

/**
 * Traffic of a customer between its sites, and with the outside (site 0), summed over the last slots. A key is a source site, a destination
 * site and a DSCP; a flow that several exporters report counts once, as in the sums of the customer. Keys are columns of equal length, the
 * heaviest first.
 */
export const TrafficState = z.strictObject({
  customer: z.number().int().positive(),
  /** Run of the engine. */
  epoch: z.string(),
  /** End of the newest slot, milliseconds since 1970. */
  end: z.number(),
  /** Seconds that the sums cover: fewer than all slots have after an engine took over the partition. */
  seconds: z.number().int().positive(),
  source: sums,
  destination: sums,
  dscp: sums,
  bytes: sums,
  packets: sums,
  /** What the limits left out of the keys. */
  others: z.strictObject({ bytes: z.number(), packets: z.number() }),
});
export type TrafficState = z.infer<typeof TrafficState>;

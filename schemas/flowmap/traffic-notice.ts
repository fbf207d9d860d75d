import { z } from 'zod';

/** New rates of the traffic between sites of a customer: `LiveFlowMap` has them, limited to what the caller sees and has selected. */
export const TrafficNotice = z.strictObject({
  customer: z.number().int().positive(),
  /** End of the newest seconds, milliseconds since 1970. */
  end: z.number(),
});
export type TrafficNotice = z.infer<typeof TrafficNotice>;

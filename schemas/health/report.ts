import { z } from 'zod';
import { HealthReason, HealthState } from './component.ts';

/** What is not in order, as the server judges it, every five seconds. Its absence means that no server judges. */
export const HealthReport = z.strictObject({
  /** Milliseconds since 1970. */
  at: z.number(),
  components: z.array(z.strictObject({ id: z.string(), state: HealthState, reason: HealthReason })),
});
export type HealthReport = z.infer<typeof HealthReport>;

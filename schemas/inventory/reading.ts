import { z } from 'zod';

/** The inventory that a process has. */
export const InventoryReading = z.strictObject({
  /** When the process began to read it, milliseconds since 1970: changes committed before are in it. */
  readAt: z.number(),
});
export type InventoryReading = z.infer<typeof InventoryReading>;

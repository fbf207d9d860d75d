import { z } from 'zod';
import type { DeviceEntry, Inventory } from './snapshot.ts';

/** An inactive site is not collected, nor is anything at it. */
export const isSiteCollected = ({ sites }: Pick<Inventory, 'sites'>, site: number): boolean =>
  sites.get(site)?.active !== false;

/** Whether data of a device is collected: it and its site are active. */
export const isDeviceCollected = (
  inventory: Pick<Inventory, 'sites'>,
  device: Pick<DeviceEntry, 'active' | 'site'> | undefined,
): boolean => device?.active === true && isSiteCollected(inventory, device.site);

/** The inventory that a process has. */
export const InventoryReading = z.strictObject({
  /** When the process began to read it, milliseconds since 1970: changes committed before are in it. */
  readAt: z.number(),
});
export type InventoryReading = z.infer<typeof InventoryReading>;

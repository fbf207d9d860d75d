import { z } from 'zod';

/** Whether a target is told of trouble of the platform itself, streams that are full: that is for the provider, not for a customer. */
export const platformSetting = { notifyPlatformEvents: z.boolean().default(false) };

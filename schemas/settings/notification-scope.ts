import { z } from 'zod';

/**
 * Whether a target is told of alarms of restricted visibility too. What it is told leaves the product: left out it is not, and only
 * who may read what is restricted keeps a target that is.
 */
export const restrictedField = { includeRestricted: z.boolean().default(false) };

/** Whether a target is told of trouble of the platform itself, streams that are full: that is for the provider, not for a customer. */
export const platformEventsField = { notifyPlatformEvents: z.boolean().default(false) };

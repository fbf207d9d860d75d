import { z } from 'zod';

/**
 * Whether a target receives restricted alarms. They leave the product, so the default is false and enabling it requires the
 * permission to read restricted resources.
 */
export const restrictedField = { includeRestricted: z.boolean().default(false) };

/** Whether a target receives platform events, such as full streams, which concern the provider only. */
export const platformEventsField = { notifyPlatformEvents: z.boolean().default(false) };

import { z } from 'zod';

/**
 * Whether a target is told of alarms of restricted visibility too. What it is told leaves the product: left out it is not, and only
 * who may read what is restricted keeps a target that is.
 */
export const restrictedSetting = { includeRestricted: z.boolean().default(false) };
